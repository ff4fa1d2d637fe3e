(function () {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const at = id => document.getElementById(id);
  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const seconds = x => x === null || !isFinite(x) ? '–' : x.toFixed(x < 9.995 ? 2 : 1) + '\u00a0s';
  const percent = x => Math.round(100 * x) + '\u00a0%';
  const signed = x => (x > 0 ? '+' : '') + percent(x);
  const sum = (list, of) => list.reduce((all, x) => all + of(x), 0);
  const most = 20;
  const sides = [['stock', 'Stock HDFS', '--side0'], ['peace', 'Peace', '--side1']];
  const bursts = data.bursts;
  const largest = bursts.reduce((best, b, i) => b.bytes > bursts[best].bytes ? i : best, 0);
  let shown = largest;
  let chart;

  /** Cells are text, whatever is in a path. */
  function rows(table, head, lines) {
    at(table).replaceChildren();
    if (lines.length === 0) return;
    [head].concat(lines).forEach((cells, i) => {
      const row = at(table).insertRow();
      cells.forEach(cell => {
        const one = document.createElement(i === 0 ? 'th' : 'td');
        one.textContent = cell;
        row.append(one);
      });
    });
  }

  function figures() {
    const files = sum(bursts, b => b.files);
    const mean = side => sum(bursts, b => b[side].mean * b.files) / files;
    const gain = 1 - mean('peace') / mean('stock');
    at('headline').textContent = Math.abs(gain) < .03 ? 'Files take equally long with Peace'
      : 'Files take ' + percent(Math.abs(gain)) + (gain > 0 ? ' less' : ' more') + ' time with Peace';
    at('lead').textContent = data.sides + ' ' + bursts.length + ' bursts, ' + files + ' files, '
      + (sum(bursts, b => b.bytes) / 1e9).toFixed(2) + ' GB' + (data.whatIf ? '. What if: ' + data.whatIf : '') + '.';
    const card = (name, what, big) => '<div class="figure"><div class="name">' + name + '</div><div class="what">' + what
      + '</div><div class="big">' + big + '</div></div>';
    const last = side => sum(bursts, b => b[side].last) / bursts.length;
    at('figures').innerHTML = card('Mean of the files', seconds(mean('stock')) + ' > ' + seconds(mean('peace')), (1 - gain).toFixed(2) + '×')
      + card('Last file of a burst', seconds(last('stock')) + ' > ' + seconds(last('peace')), (last('peace') / last('stock')).toFixed(2) + '×')
      + card('Chunks deferred', 'on your cluster; ' + sum(bursts, b => b.waits) + ' in the simulator', sum(bursts, b => b.deferred))
      + card('Longest wait', 'for a chunk, in the simulator', seconds(Math.max(...bursts.map(b => b.longestWait))));
    at('note').textContent = data.knownError.replace(/ %/g, '\u00a0%');
  }

  function tables() {
    // On a phone the first columns are seen.
    rows('bursts', ['Burst', 'Ratio', 'last', 'Stock mean', 'last', 'Peace mean', 'last', 'Files', 'MB', 'Began, UTC'],
      bursts.map((b, i) => [(i + 1) + (b.scaled ? '*' : ''), b.ratios.mean.toFixed(2), b.ratios.last.toFixed(2), seconds(b.stock.mean),
        seconds(b.stock.last), seconds(b.peace.mean), seconds(b.peace.last), b.files, (b.bytes / 1e6).toFixed(0),
        new Date(b.begins).toISOString().slice(0, 19).replace('T', ' ')]));
    const numbered = kind => bursts.flatMap((b, i) => b[kind].map(each => Object.assign({burst: i + 1}, each)));
    const groups = numbered('groups').sort((a, b) => b.bytes - a.bytes).slice(0, most);
    rows('groups', ['Group', 'Burst', 'Ratio', 'Stock', 'Peace', 'Files', 'MB', 'User'], groups.map(g => [g.group, g.burst,
      (g.peace / g.stock).toFixed(2), seconds(g.stock), seconds(g.peace), g.files, (g.bytes / 1e6).toFixed(0), g.user]));
    const later = numbered('later').sort((a, b) => (b.peace - b.stock) - (a.peace - a.stock));
    at('later-text').textContent = later.length + (later.length === 1 ? ' file takes' : ' files take') + ' more than 5 % longer with Peace.';
    rows('later', ['File', 'Burst', 'Ratio', 'Stock', 'Peace'], later.slice(0, most).map(f => [f.path, f.burst, (f.peace / f.stock).toFixed(2),
      seconds(f.stock), seconds(f.peace)]));
    at('error').textContent = data.knownError.replace(/ %/g, '\u00a0%') + (bursts.some(b => b.scaled)
      ? ' Where a burst has a star, the model is off by more than 15 % what was recorded, and its times are scaled by that.' : '');
    rows('known', ['Forecast before', 'Mean off', 'Last off'], data.knownErrors.map(k => [k.workload, signed(k.mean), signed(k.last)])
      .concat((data.against || []).map(a => ['this trace, burst ' + a.burst, signed(a.meanOff), signed(a.lastOff)])));
    at('notes').replaceChildren(...data.notes.map(note => {
      const item = document.createElement('li');
      item.textContent = note;
      return item;
    }));
  }

  function choice() {
    const order = bursts.map((_, i) => i).sort((a, b) => bursts[b].bytes - bursts[a].bytes).slice(0, 8).sort((a, b) => a - b);
    at('choice').innerHTML = bursts.length < 2 ? '' : 'Burst ' + order.map(i => '<button type="button" data-burst="' + i
      + '" aria-pressed="' + (i === shown) + '">' + (i + 1) + '</button>').join('');
    at('legend').innerHTML = sides.map(([, name, colour]) => '<span><i class="swatch" style="background:var(' + colour + ')"></i>' + name + '</span>').join('');
  }

  function draw() {
    const burst = bursts[shown];
    const steps = ends => [[0, 0]].concat(ends.map((end, i) => [end, i + 1]));
    const axis = {axisLabel: {color: css('--muted')}, nameTextStyle: {color: css('--muted')}, splitLine: {lineStyle: {color: css('--grid')}}};
    chart = chart || echarts.init(at('done'), null, {renderer: 'svg'});
    chart.resize();
    chart.setOption({
      animation: false, aria: {enabled: true}, textStyle: {fontFamily: 'system-ui, sans-serif', color: css('--ink')},
      grid: {left: 44, right: 14, top: 16, bottom: 44}, tooltip: {trigger: 'axis', confine: true},
      xAxis: Object.assign({type: 'value', min: 0, name: 'seconds after the first request', nameLocation: 'middle', nameGap: 26}, axis),
      yAxis: Object.assign({type: 'value', min: 0, max: burst.files, minInterval: 1}, axis),
      series: sides.map(([side, name, colour]) => ({
        name: name, type: 'line', step: 'end', showSymbol: false, color: css(colour), lineStyle: {width: 2.5}, data: steps(burst[side + 'Ends'])
      }))
    }, true);
    at('done-text').textContent = 'Burst ' + (shown + 1) + ' of ' + bursts.length + ': ' + burst.files + ' files, '
      + seconds(burst.stock.mean) + ' on average with stock HDFS, ' + seconds(burst.peace.mean) + ' with Peace.';
  }

  function theme(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    at('theme').textContent = dark ? 'Light' : 'Dark';
  }

  document.title = 'Peace: forecast';
  theme(location.hash === '#dark' || (location.hash !== '#light' && matchMedia('(prefers-color-scheme: dark)').matches));
  at('theme').addEventListener('click', () => { theme(document.documentElement.dataset.theme !== 'dark'); draw(); });
  document.addEventListener('click', e => {
    const button = e.target.closest('button');
    if (button && button.dataset.burst) { shown = Number(button.dataset.burst); choice(); draw(); }
  });
  let pending;
  addEventListener('resize', () => { clearTimeout(pending); pending = setTimeout(draw, 120); });
  figures();
  tables();
  choice();
  draw();
})();
