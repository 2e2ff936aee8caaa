#include "reports/page/page_script.h"

namespace ulpgate::report {

std::string_view page_script() {
  return R"js('use strict';
(() => {
  const source = document.getElementById('data');
  const panel = document.getElementById('panel');
  if (!source || !panel) return;
  const data = JSON.parse(source.textContent);
  const text = (index) => data.strings[index];
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
  const rows = [];
  for (const cell of data.cells) for (const row of cell[5]) rows.push([cell, row]);
  const more = (row) => row[14] || {};
  const idOf = ([cell, row]) =>
    more(row).id || [text(cell[1]), text(cell[2]), text(cell[4]), text(row[0]), text(row[1])].join('/');

  const form = make('form', {className: 'filter'});
  form.setAttribute('role', 'search');
  const choice = (name, values) => {
    const select = make('select', {}, make('option', {value: '', textContent: 'all'}));
    for (const [value, shown] of values) select.append(make('option', {value, textContent: shown}));
    form.append(make('label', {}, name + ' ', select));
    return select;
  };
  const search = make('input', {type: 'search', autocomplete: 'off', spellcheck: false});
  form.append(make('label', {}, 'Search ', search));
  const distinct = (column) => [...new Set(data.cells.map((cell) => cell[column]))].map((i) => [String(i), text(i)]);
  const operation = choice('Operation', distinct(1));
  const implementation = choice('Implementation', distinct(2));
  const verdict = choice('Verdict', data.verdicts.map((v, i) => [String(i), v[1] + ' ' + v[0]]));
  const clear = make('button', {type: 'button', textContent: 'Show all'});
  const count = make('output', {});
  count.setAttribute('aria-live', 'polite');
  form.append(clear, count);

  const heading = make('h3', {tabIndex: -1});
  const table = make('table', {}, make('caption', {textContent: 'Rows'}));
  const head = make('tr', {});
  for (const name of ['Row', 'Requirement', 'Verdict', 'Judged', 'Failed', 'Max ulp', 'RMS ulp', 'Mean ulp', 'Error/bound'])
    head.append(make('th', {scope: 'col', textContent: name}));
  table.append(make('thead', {}, head));
  const scroller = make('div', {className: 's e', tabIndex: 0}, table);
  scroller.setAttribute('role', 'region');
  scroller.setAttribute('aria-label', 'Rows');
  const button = make('button', {type: 'button'});
  panel.append(form, heading, scroller, button);

  const details = (entry) => {
    const [cell, row] = entry;
    const list = make('dl', {});
    const add = (name, value) => {
      if (value) list.append(make('dt', {textContent: name}), make('dd', {textContent: value}));
    };
    const extra = more(row);
    add('id', idOf(entry));
    add('message', extra.message);
    if (extra.reason) add('reason', text(extra.reason));
    if (extra.expected) add('expected', text(extra.expected));
    for (const [name, w] of [['worst judged', extra.worst], ['smallest case', extra.shrunk]]) {
      if (!w) continue;
      add(name, '[' + w[0] + '] input ' + w[1] + ' = ' + w[2] + ', got ' + w[3] + ' = ' + w[4] + ', expected ' + w[5] +
        ' = ' + w[6] + (w[7] ? ', ' + w[7] : '') + (w[9] ? ', ' + w[9] + ' of the bound' : '') + (w[8] ? '; ' + w[8] : ''));
    }
    if (extra.ulps) {
      const bins = [];
      for (let i = 0; i < extra.ulps.length; i += 2) bins.push(text(extra.ulps[i]) + ': ' + grouped(extra.ulps[i + 1]));
      add('codes off', bins.join(' · '));
    }
    add('bound', text(row[10]));
    add('claims', text(row[11]));
    add('ran', text(row[12]));
    add('inputs', [text(row[13]), 'seed ' + (extra.seed || data.seed), data.coverages[row[3]]].filter(Boolean).join(', '));
    add('output', extra.output);
    if (extra.replay) list.append(make('dt', {textContent: 'replay'}),
      make('dd', {}, make('code', {textContent: extra.replay}), ' in the report\u2019s folder'));
    return list;
  };
  const show = (value) => (value === null ? '–' : String(value));
  const body = (entry) => {
    const [cell, row] = entry;
    const look = data.verdicts[row[2]];
    const requirement = text(row[1]);
    const line = make('tr', {});
    line.append(make('th', {scope: 'row', textContent: [text(cell[1]), text(cell[2]), text(cell[3]), text(row[0])].join(' ')}),
      make('td', {}, make('a', {href: '#' + data.requirements[requirement], textContent: requirement})),
      make('td', {className: 'y ' + look[2], textContent: look[1] + ' ' + look[0]}));
    const ratio = row[9] === null ? '–' : row[9] + (row[3] === 0 ? ' U' : ' L');
    for (const value of [grouped(row[4]), grouped(row[5]), show(row[6]), show(row[7]), show(row[8]), ratio])
      line.append(make('td', {className: 'c', textContent: value}));
    const under = make('td', {colSpan: 9}, make('div', {}, details(entry)));
    return make('tbody', {}, line, make('tr', {className: 'd'}, under));
  };

  const step = 50;
  let only = null;
  let found = [];
  let shown = 0;
  const extend = () => {
    const next = found.slice(shown, shown + step);
    for (const entry of next) table.append(body(entry));
    shown += next.length;
    button.hidden = shown >= found.length;
    button.textContent = 'Show ' + Math.min(step, found.length - shown) + ' more';
    count.textContent = shown + ' of ' + grouped(found.length) + ' rows that match, ' + grouped(rows.length) + ' in all';
  };
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = rows.filter((entry) => {
      const [cell, row] = entry;
      if (only && cell !== only) return false;
      if (operation.value && String(cell[1]) !== operation.value) return false;
      if (implementation.value && String(cell[2]) !== implementation.value) return false;
      if (verdict.value && String(row[2]) !== verdict.value) return false;
      if (words.length === 0) return true;
      const all = (idOf(entry) + ' ' + text(cell[3]) + ' ' + (more(row).message || '')).toLowerCase();
      return words.every((word) => all.includes(word));
    });
    heading.textContent = only ? [text(only[1]), text(only[2]), text(only[3])].join(' ') : 'All rows';
    table.querySelectorAll('tbody').forEach((old) => old.remove());
    shown = 0;
    extend();
  };
  const reset = () => {
    search.value = operation.value = implementation.value = verdict.value = '';
    only = null;
  };
  const byAnchor = new Map(data.cells.map((cell) => [cell[0], cell]));
  const follow = () => {
    const cell = byAnchor.get(decodeURIComponent(location.hash.slice(1)));
    if (!cell) return;
    reset();
    only = cell;
    apply();
    heading.scrollIntoView();
    heading.focus({preventScroll: true});
  };
  form.addEventListener('input', () => { only = null; apply(); });
  form.addEventListener('submit', (event) => event.preventDefault());
  clear.addEventListener('click', () => { reset(); apply(); });
  button.addEventListener('click', extend);
  // Escape leaves the cell: back to where it stands in the matrix.
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !only) return;
    const cell = '#' + only[0];
    reset();
    apply();
    history.replaceState(null, '', location.pathname + location.search);
    const back = [...document.querySelectorAll('.m a')].find((link) => link.getAttribute('href') === cell);
    if (back) back.focus();
  });
  addEventListener('hashchange', follow);
  document.addEventListener('click', (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#e."]');
    if (link && link.getAttribute('href') === location.hash) follow();
  });
  apply();
  follow();
})();
)js";
}

}  // namespace ulpgate::report
