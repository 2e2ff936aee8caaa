#include "reports/diff/diff_page.h"

namespace ulpgate::report {

std::string_view diff_script() {
  return R"js('use strict';
(() => {
  const sections = [...document.querySelectorAll('section.ch')];
  const rows = [...document.querySelectorAll('.d2 tbody tr')];
  if (rows.length === 0) return;
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const form = make('form', {className: 'filter'});
  form.setAttribute('role', 'search');
  const search = make('input', {type: 'search', id: 'search', autocomplete: 'off'});
  form.append(make('label', {htmlFor: 'search', textContent: 'Search rows'}), search);
  const boxes = sections.map((section) => {
    const label = make('label', {});
    const box = make('input', {type: 'checkbox', checked: true, value: section.dataset.change});
    label.append(box, ' ' + section.dataset.change);
    form.append(label);
    return box;
  });
  const count = make('output', {id: 'count'});
  count.setAttribute('aria-live', 'polite');
  form.append(count);
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    sections.forEach((section, i) => { section.hidden = !boxes[i].checked; });
    rows.forEach((row, i) => {
      row.hidden = !words.every((word) => texts[i].includes(word));
      if (!row.hidden && !row.closest('section.ch').hidden) ++shown;
    });
    document.querySelectorAll('section.g').forEach((group) => {
      group.hidden = !group.querySelector('tbody tr:not([hidden])');
    });
    count.textContent = shown + ' of ' + rows.length + ' rows';
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  document.getElementById('filter').append(form);
  apply();
})();
)js";
}

}  // namespace ulpgate::report
