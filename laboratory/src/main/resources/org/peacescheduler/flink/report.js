'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const at = id => document.getElementById(id);
const show = (x, digits = 2) => x === null || x === undefined ? '–' : x.toFixed(digits);
const cells = data.cells.filter(c => c.checkpoints + c.failed > 0);
const names = [...new Set(cells.map(c => c.configuration))];
const numbers = [...new Set(cells.map(c => c.together))];

at('headline').textContent = 'Flink ' + data.flink + ', ' + names.length + ' configurations';
at('lead').textContent = data.jobs + ' jobs of ' + data.tasks + ' tasks, ' + show(data.stateBytes / 1048576, 1) + ' MiB a task, '
  + data.backend + (data.unaligned ? ', unaligned' : '') + '; ' + data.rounds + (data.rounds === 1 ? ' round after ' : ' rounds after ') + data.warmUp + ' to warm up.';
at('warning').hidden = !data.brokenOff;
at('warning').textContent = data.brokenOff ? 'The run broke off: ' + data.brokenOff : '';

const rows = [['jobs', 'configuration', 'mean', 'p50', 'p95', 'worst', 'all done', 'from barrier', 'mean / stock', 'from barrier / stock', 'checkpoints', 'failed', 'cores'],
  ...cells.map(c => [c.together, c.configuration, show(c.mean), show(c.p50), show(c.p95), show(c.worst), show(c.allDone), show(c.fromBarrier),
    show(c.meanOverStock), show(c.fromBarrierOverStock), c.checkpoints, c.failed, show(100 * c.busy, 0) + ' %' + (c.tooBusy ? ' *' : '')])];
for (const [index, row] of rows.entries()) {
  const tr = at('figures').insertRow();
  for (const cell of row) {
    const td = document.createElement(index === 0 ? 'th' : 'td');
    td.textContent = cell;
    tr.appendChild(td);
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)').matches;
if (dark) document.documentElement.dataset.theme = 'dark';
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const palette = [css('--side0'), css('--side1'), '#3a9d5d', '#8e5bb5', '#b58a1b', '#7d8590', '#c43d74', '#2aa3a3'];
const colour = name => palette[names.indexOf(name) % palette.length];
const chart = id => {
  const c = echarts.init(at(id), dark ? 'dark' : null);
  let option;
  const draw = () => c.setOption({backgroundColor: 'transparent', animation: false, tooltip: {trigger: 'axis', confine: true}, ...option(at(id).clientWidth)}, true);
  addEventListener('resize', () => { c.resize(); draw(); });
  // What is drawn depends on the width, which changes when a phone is turned.
  return next => { option = next; draw(); };
};
const done = chart('done');
const bars = chart('bars');
function showJobs(together) {
  const here = cells.filter(c => c.together === together);
  done(() => ({
    legend: {data: here.map(c => c.configuration), top: 0, type: 'scroll'},
    grid: {left: 50, right: 20, top: 50, bottom: 45},
    xAxis: {type: 'value', name: 'seconds', nameLocation: 'middle', nameGap: 28},
    yAxis: {type: 'value', max: 100, axisLabel: {formatter: '{value} %'}},
    series: here.map(c => {
      const times = data.waves.filter(w => !w.warmUp && w.together === together && w.configuration === c.configuration)
        .flatMap(w => w.checkpoints).filter(k => k.status === 'COMPLETED').map(k => k.seconds).sort((a, b) => a - b);
      return {name: c.configuration, type: 'line', step: 'end', showSymbol: false, color: colour(c.configuration),
        data: [[0, 0], ...times.map((t, i) => [t, 100 * (i + 1) / times.length])]};
    })
  }));
  bars(width => ({
    legend: {top: 0},
    grid: {left: 20, right: 20, top: 50, bottom: 10, containLabel: true},
    xAxis: {type: 'category', data: here.map(c => c.configuration), axisLabel: {interval: 0, width: Math.min(160, Math.max(40, (width - 80) / here.length - 4)), overflow: 'break', lineHeight: 14, formatter: name => name.replaceAll('+', '\n+')}},
    yAxis: {type: 'value', name: 'seconds'},
    series: [['mean', 'mean', 1], ['from the first barrier', 'fromBarrier', 0.7], ['worst', 'worst', 0.45]].map(([name, figure, opacity]) => ({name, type: 'bar',
      color: css('--muted'), itemStyle: {opacity}, data: here.map(c => ({value: c[figure], itemStyle: {color: colour(c.configuration)}}))}))
  }));
}
for (const n of numbers) at('together').add(new Option(n, n));
at('together').addEventListener('change', () => showJobs(Number(at('together').value)));
showJobs(numbers[0]);
