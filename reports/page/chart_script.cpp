#include "reports/page/chart_script.h"

namespace ulpgate::report {

std::string_view chart_script() {
  return R"js('use strict';
(() => {
  const source = document.getElementById('charts');
  if (!source || typeof Chart === 'undefined') return;
  const charts = JSON.parse(source.textContent);
  const places = [...document.querySelectorAll('.plot')];
  const drawn = new Map();
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const marks = ['circle', 'rect', 'triangle', 'rectRot', 'cross', 'star', 'crossRot', 'dash'];
  const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];
  // Powers of 2 stand on a linear axis of exponents: Chart.js's own logarithmic axis counts in tens.
  // What is far beyond its bound would flatten all else.
  const most = 2;
  const exponent = (power) => (Number.isInteger(power) ? '2^' + power : '');
  const whole = (power) => (Number.isInteger(power) ? String(2 ** power) : '');
  const tens = (value) => (Number.isInteger(Math.round(Math.log10(value) * 1e9) / 1e9) ? value.toLocaleString('en') : '');

  const axis = (title, type, tick) => ({
    type, title: {display: true, text: title, color: colour('--fg')}, grid: {color: colour('--line')},
    ticks: Object.assign({color: colour('--fg'), maxRotation: 60}, tick ? {callback: tick} : {}),
  });
  const look = (i) => ({
    borderColor: colour('--c' + (i % 8)), backgroundColor: colour('--c' + (i % 8)), borderWidth: 2,
    pointStyle: marks[i % marks.length], pointRadius: 4, borderDash: dashes[Math.floor(i / 8) % dashes.length],
  });

  const bars = (chart) => ({
    type: 'bar',
    data: {labels: chart.labels, datasets: chart.series.map((s, i) => ({...look(i), borderWidth: 0, maxBarThickness: 60, label: s.name, data: s.values}))},
    options: {scales: {x: {...axis(chart.x_title, 'category'), grid: {display: false}},
                       y: {...axis(chart.y_title, 'logarithmic', (value) => tens(value)), min: 0.5}}},
  });
  const lines = (chart, stepped) => ({
    type: 'line',
    data: {datasets: chart.series.map((s, i) => ({...look(i), label: s.name, stepped, spanGaps: true,
      data: s.values.map((y, at) => (stepped ? {x: chart.x[at], y: Math.log2(y)} : {x: Math.log2(chart.x[at]), y: Math.min(y, most)}))
        .filter((point, at) => s.values[at] !== null)}))},
    options: {scales: stepped
      ? {x: axis(chart.x_title, 'linear'), y: axis(chart.y_title, 'linear', exponent)}
      : {x: axis(chart.x_title, 'linear', whole), y: {...axis(chart.y_title, 'linear'), min: 0, suggestedMax: 1}}},
  });
  const ranges = (chart) => {
    const power = (s) => chart.series[s].values.map((value) => Math.log2(value));
    const [low, normal, high] = [power(0), power(1), power(2)];
    const part = (name, i, from, to) => ({...look(i), borderWidth: 0, label: name,
                                          data: from.map((value, at) => [value, to[at]])});
    // fp64 would shrink all else.
    const shown = {...axis(chart.x_title + ', powers of 2', 'linear', exponent),
                   min: Math.max(-160, Math.min(...low)), max: Math.min(140, Math.max(...high))};
    return {
      type: 'bar',
      data: {labels: chart.labels, datasets: [part('subnormal', 1, low, normal), part('normal', 0, normal, high)]},
      options: {indexAxis: 'y', grouped: false, scales: {x: shown, y: axis('', 'category')}},
    };
  };
  const make = {bars, lines: (chart) => lines(chart, false), steps: (chart) => lines(chart, 'before'), ranges};

  const draw = (place) => {
    const chart = charts[places.indexOf(place)];
    drawn.get(place)?.destroy();
    const canvas = document.createElement('canvas');
    place.replaceChildren(canvas);
    const height = chart.kind === 'ranges' ? 90 + 24 * chart.labels.length : 340;
    place.style.height = height + 'px';
    const config = make[chart.kind](chart);
    Object.assign(config.options, {
      animation: false, responsive: true, maintainAspectRatio: false,
      plugins: {legend: {labels: {color: colour('--fg'), usePointStyle: true}, position: 'bottom'}},
    });
    drawn.set(place, new Chart(canvas, config));
  };
  const sight = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting || drawn.has(entry.target)) continue;
      draw(entry.target);
    }
  }, {rootMargin: '300px'});
  places.forEach((place) => sight.observe(place));
  const again = () => [...drawn.keys()].forEach(draw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
  addEventListener('beforeprint', () => places.forEach(draw));
  addEventListener('afterprint', again);
})();
)js";
}

}  // namespace ulpgate::report
