#include "reports/site/compare_page.h"

namespace ulpgate::report {

std::string_view compare_script() {
  return R"js('use strict';
(() => {
  const words = JSON.parse(document.getElementById('words').textContent);
  const place = document.getElementById('any');
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

  // Reports are loaded as scripts, once each.
  const loaded = new Map();
  const waiting = new Map();
  globalThis.ulpgateRows = (report) => {
    loaded.set(report.slug, report);
    waiting.get(report.slug)?.();
  };
  const load = (slug) => loaded.has(slug) ? Promise.resolve(loaded.get(slug)) : new Promise((done, failed) => {
    waiting.set(slug, () => done(loaded.get(slug)));
    document.head.append(make('script', {src: 'report/' + slug + '/rows.js', onerror: () => failed(new Error(slug))}));
  });

  // A row: see rows_file.h. Verdicts and changes are named by their places.
  const name = (text) => words.verdicts.indexOf(text);
  const pass = name('pass'), waived = name('waived'), deviation = name('deviation'), notRun = name('not run');
  const unjudged = ['crashed', 'timed out', 'not claimed'].map(name);
  const change = Object.fromEntries(words.changes.map((c, i) => [c[0], i]));
  const exhaustive = 0;
  const entriesOf = (report) => report.rows.map((row) => {
    const text = (i) => report.strings[row[i]];
    const head = text(0);
    return {id: (head ? head + '/' : '') + text(1), verdict: row[2], judged: row[3], failed: row[4], coverage: row[5],
      numbers: row.slice(6, 10), fingerprint: row[10], seed: text(11), inputs: text(12), bound: text(13), claims: text(14),
      ran: text(15), histogram: text(16), note: text(17)};
  });
  const fails = (entry) => words.fails[entry.verdict] === 1;
  const agree = (x, y) => x === '' || y === '' || x === y;
  const sameOutcome = (a, b) => a.verdict === b.verdict && a.judged === b.judged && a.failed === b.failed &&
    a.coverage === b.coverage && a.numbers.every((x, i) => x === b.numbers[i]) && agree(a.histogram, b.histogram) &&
    agree(a.fingerprint, b.fingerprint);
  const reasonsOf = (a, b, suite) => {
    const found = {rule: [], inputs: [], ran: [], suite};
    if ([a, b].some((entry) => Number(entry.judged) === 0 && unjudged.includes(entry.verdict))) return found;
    for (const key of ['claims', 'bound']) if (a[key] !== b[key]) found.rule.push(key);
    if (!(a.coverage === exhaustive && b.coverage === exhaustive && a.judged === b.judged)) {
      for (const key of ['seed', 'inputs']) if (a[key] !== b[key]) found.inputs.push(key);
      if (a.judged !== b.judged || a.coverage !== b.coverage) found.inputs.push('sample');
    }
    if (a.ran !== b.ran) found.ran.push('what ran');
    return found;
  };
  const judgedAlike = (a, b, why) => {
    const fewer = Number(b.judged) < Number(a.judged) || (a.coverage === exhaustive && b.coverage !== exhaustive);
    return why.rule.length === 0 && why.inputs.every((reason) => reason === 'sample' && !fewer);
  };
  const isWorse = (a, b, why) => judgedAlike(a, b, why) && Number(a.judged) > 0 && Number(b.judged) > 0 &&
    (b.failed / b.judged > a.failed / a.judged || (a.numbers[0] !== null && b.numbers[0] !== null && b.numbers[0] > a.numbers[0]));
  const bothJudged = (a, b, why) => {
    if (fails(b) && !fails(a)) return 'new-fail';
    if (fails(b)) return isWorse(a, b, why) ? 'fails-worse' : 'still-fail';
    if (b.verdict === waived && a.verdict !== waived) return 'newly-waived';
    if (fails(a) && b.verdict === deviation) return 'newly-waived';
    if (b.verdict === pass && (fails(a) || a.verdict === waived)) return judgedAlike(a, b, why) ? 'fixed' : 'ambiguous';
    const sameBits = a.fingerprint !== '' && a.fingerprint === b.fingerprint;
    if (sameOutcome(a, b) && why.rule.length === 0 && (sameBits || (why.inputs.length === 0 && why.ran.length === 0)))
      return 'same';
    return [why.rule, why.inputs, why.ran, why.suite].every((list) => list.length === 0) ? 'drift-within-bound' : 'ambiguous';
  };
  const classify = (a, b, suite) => {
    if (!b) return ['removed', []];
    const judged = (entry) => Boolean(entry) && entry.verdict !== notRun;
    if (judged(a) && judged(b)) {
      const why = reasonsOf(a, b, suite);
      return [bothJudged(a, b, why), [...why.rule, ...why.inputs, ...why.ran, ...why.suite]];
    }
    if (fails(b)) return ['new-fail', []];
    if (!judged(b)) return [judged(a) ? 'not-run' : a ? 'same' : 'added', []];
    return ['added', []];
  };
  const compare = (older, newer) => {
    const facts = [new Map(older.facts), new Map(newer.facts)];
    const differing = [...new Set([...newer.facts, ...older.facts].map((fact) => fact[0]))]
      .filter((path) => facts[0].get(path) !== facts[1].get(path))
      .map((path) => [path, facts[0].get(path) || 'none', facts[1].get(path) || 'none']);
    const suite = differing.map((fact) => fact[0]).filter((path) => path.startsWith('suite.'));
    const before = new Map(entriesOf(older).map((entry) => [entry.id, entry]));
    const pairs = [];
    const counts = words.changes.map(() => 0);
    let joined = 0, judgedInBoth = 0;
    const add = (a, b) => {
      const [what, reasons] = classify(a, b, suite);
      if (a && b) joined += 1;
      if (a && b && a.verdict !== notRun && b.verdict !== notRun) judgedInBoth += 1;
      counts[change[what]] += 1;
      if (what !== 'same') pairs.push({what: change[what], a, b, reasons});
    };
    for (const entry of entriesOf(newer)) {
      add(before.get(entry.id), entry);
      before.delete(entry.id);
    }
    for (const entry of before.values()) add(entry, undefined);
    let problem = '';
    if (suite.includes('suite.name')) problem = 'they are of different suites';
    else if (joined === 0) problem = 'no row stands in both';
    else if (judgedInBoth === 0) problem = 'no row was judged in both';
    else if (counts[change.ambiguous] === judgedInBoth) problem = 'nothing that was judged in both is comparable';
    const id = (pair) => (pair.b || pair.a).id;
    pairs.sort((x, y) => x.what - y.what || (id(x) < id(y) ? -1 : 1));
    return {differing, counts, pairs, problem};
  };

  const form = make('form', {className: 'filter'});
  const select = (label, values) => {
    const list = make('select', {});
    for (const [value, shown] of values) list.append(make('option', {value, textContent: shown}));
    form.append(make('label', {}, label + ' ', list));
    return list;
  };
  const older = select('Old', words.reports);
  const newer = select('New', words.reports);
  const what = select('Change', [['', 'all'], ...words.changes.filter((c) => c[0] !== 'same').map((c) => [c[0], c[1] + ' ' + c[0]])]);
  const search = make('input', {type: 'search', autocomplete: 'off', spellcheck: false});
  const count = make('output', {});
  count.setAttribute('aria-live', 'polite');
  form.append(make('label', {}, 'Search ', search), count);
  const command = make('code', {});
  const verdict = make('b', {});
  const table = (className, caption, heads) => {
    const line = make('tr', {});
    for (const head of heads) line.append(make('th', {scope: 'col', textContent: head}));
    return make('table', {className}, make('caption', {textContent: caption}), make('thead', {}, line), make('tbody', {}));
  };
  const sums = table('t', 'What became of each row', ['Change', 'Rows', 'Meaning']);
  const facts = table('t', 'What differs of the environment', ['What', 'Old', 'New']);
  const rows = table('d2', 'Rows that changed', ['Change', 'Row', 'Verdict', 'What moved, and why']);
  const scroller = make('div', {className: 's', tabIndex: 0}, rows);
  scroller.setAttribute('role', 'region');
  scroller.setAttribute('aria-label', 'Rows that changed');
  const button = make('button', {type: 'button'});
  place.replaceChildren(form, make('p', {}, 'The same as ', command, ' ', verdict),
    make('div', {className: 'two'}, make('div', {}, sums), make('div', {}, facts)), scroller, make('p', {}, button));

  const shownNumber = (value) => value === null || value === undefined ? '–' : typeof value === 'number' ? Number(value.toPrecision(4)).toString() : String(value);
  const labels = ['error/bound', 'max ulp', 'RMS ulp', 'mean ulp'];
  const moved = ({a, b}) => {
    if (!a || !b) return '';
    const found = labels.map((label, i) => [label, a.numbers[i], b.numbers[i]]).filter(([, x, y]) => x !== y)
      .map(([label, x, y]) => label + ' ' + shownNumber(x) + ' → ' + shownNumber(y));
    if (a.failed !== b.failed) found.unshift('failed ' + a.failed + ' → ' + b.failed);
    if (!agree(a.fingerprint, b.fingerprint)) found.push('bits');
    if (!agree(a.histogram, b.histogram)) found.push('histogram');
    return found.join(', ');
  };
  const line = (pair) => {
    const look = words.changes[pair.what];
    const verdictOf = (entry) => entry ? words.verdicts[entry.verdict] : 'none';
    const why = make('td', {textContent: moved(pair)});
    for (const text of [...pair.reasons, (pair.b || pair.a).note]) if (text) why.append(make('br', {}), text);
    return make('tr', {}, make('td', {className: 'y ' + look[2], textContent: look[1] + ' ' + look[0]}),
      make('th', {scope: 'row', textContent: (pair.b || pair.a).id}),
      make('td', {textContent: verdictOf(pair.a) + ' → ' + verdictOf(pair.b)}), why);
  };
  const step = 100;
  let all = [], found = [], shown = 0;
  const extend = () => {
    rows.tBodies[0].append(...found.slice(shown, shown + step).map(line));
    shown = Math.min(found.length, shown + step);
    button.hidden = shown >= found.length;
    button.textContent = 'Show ' + Math.min(step, found.length - shown) + ' more';
    count.textContent = shown + ' of ' + grouped(found.length) + ' rows';
  };
  const filter = () => {
    const parts = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = all.filter((pair) => {
      if (what.value && words.changes[pair.what][0] !== what.value) return false;
      const text = ((pair.b || pair.a).id + ' ' + (pair.b || pair.a).note).toLowerCase();
      return parts.every((part) => text.includes(part));
    });
    rows.tBodies[0].replaceChildren();
    shown = 0;
    extend();
  };
  let turn = 0;
  const apply = async () => {
    const mine = ++turn;
    const [left, right] = [older.value, newer.value];
    history.replaceState(null, '', '#' + left + '/' + right);
    command.textContent = 'ulpgate diff report/' + left + ' report/' + right;
    count.textContent = 'loading';
    let result;
    try {
      result = compare(...await Promise.all([load(left), load(right)]));
    } catch (error) {
      count.textContent = 'cannot be loaded: ' + error.message;
      return;
    }
    if (mine !== turn) return;
    verdict.textContent = result.problem ? 'Not comparable: ' + result.problem : '';
    sums.tBodies[0].replaceChildren(...words.changes.map((c, i) => make('tr', {},
      make('th', {scope: 'row', className: result.counts[i] ? c[2] : '', textContent: c[1] + ' ' + c[0]}),
      make('td', {className: 'c', textContent: grouped(result.counts[i])}), make('td', {textContent: c[3]}))));
    if (result.differing.length === 0) result.differing.push(['environment', 'the same', 'the same']);
    facts.tBodies[0].replaceChildren(...result.differing.map((fact) => make('tr', {},
      make('th', {scope: 'row', textContent: fact[0]}), make('td', {textContent: fact[1]}), make('td', {textContent: fact[2]}))));
    all = result.pairs;
    filter();
  };
  const follow = () => {
    const [left, right] = decodeURIComponent(location.hash.slice(1)).split('/');
    const known = (slug) => words.reports.some((report) => report[0] === slug);
    if (known(left) && known(right)) [older.value, newer.value] = [left, right];
    apply();
  };
  older.value = words.reports[Math.min(1, words.reports.length - 1)][0];
  for (const list of [older, newer]) list.addEventListener('input', apply);
  for (const part of [what, search]) part.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  button.addEventListener('click', extend);
  addEventListener('hashchange', follow);
  follow();
})();
)js";
}

}  // namespace ulpgate::report
