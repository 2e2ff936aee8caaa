#include "reports/site/site_script.h"

namespace ulpgate::report {

std::string_view site_script() {
  return R"js('use strict';
(() => {
  const table = document.getElementById('cells');
  const place = document.getElementById('compare');
  const heads = [...table.tHead.rows[0].cells].slice(1);
  if (heads.length < 2) return;
  const rows = [...table.tBodies[0].rows];
  const form = document.createElement('form');
  form.className = 'filter';
  const select = (name) => {
    const label = document.createElement('label');
    const list = document.createElement('select');
    list.append(new Option('all', ''));
    heads.forEach((head, i) => list.append(new Option(head.textContent, String(i))));
    label.append(name + ' ', list);
    form.append(label);
    return list;
  };
  const left = select('Compare');
  const right = select('with');
  const count = document.createElement('output');
  count.setAttribute('aria-live', 'polite');
  const command = document.createElement('code');
  const rowByRow = Object.assign(document.createElement('a'), {textContent: 'row by row'});
  form.append(count, rowByRow, command);
  const slug = (list) => heads[Number(list.value)].querySelector('a').getAttribute('href').split('/')[1];
  const apply = () => {
    const both = left.value !== '' && right.value !== '';
    const shown = (i) => !both || String(i) === left.value || String(i) === right.value;
    heads.forEach((head, i) => { head.hidden = !shown(i); });
    let differing = 0;
    for (const row of rows) {
      const cells = [...row.cells].slice(1);
      cells.forEach((cell, i) => { cell.hidden = !shown(i); });
      const differs = both && cells[Number(left.value)].textContent !== cells[Number(right.value)].textContent;
      row.hidden = both && !differs;
      differing += differs ? 1 : 0;
    }
    command.textContent = both ? 'ulpgate diff report/' + slug(left) + ' report/' + slug(right) : '';
    rowByRow.hidden = !both;
    if (both) rowByRow.href = 'diff.html#' + slug(left) + '/' + slug(right);
    count.textContent = both ? differing + ' of ' + rows.length + ' cells differ' : '';
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  place.append(form);
  apply();
})();
)js";
}

}  // namespace ulpgate::report
