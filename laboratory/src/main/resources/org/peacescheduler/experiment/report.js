(function () {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const options = data.options;
  const sides = data.sides;
  const measured = data.rounds.filter(r => !r.warmUp);
  const numbers = [...new Set(measured.map(r => r.number))];
  const at = id => document.getElementById(id);
  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const seconds = x => x === null || !isFinite(x) ? '–' : x.toFixed(x < 9.995 ? 2 : 1) + '\u00a0s';
  const percent = x => Math.round(100 * x) + '\u00a0%';
  const escape = s => String(s).replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c]));
  const title = s => s.charAt(0).toUpperCase() + s.slice(1);
  const median = values => {
    const v = values.filter(x => x !== null && isFinite(x)).sort((a, b) => a - b);
    return v.length ? (v[(v.length - 1) >> 1] + v[v.length >> 1]) / 2 : NaN;
  };
  const of = (side, number) => measured.find(r => r.side === side && r.number === number);
  const ofSide = side => measured.filter(r => r.side === side);
  const last = sides.length - 1;
  const colour = side => css(sides.length === 1 && sides[0].policy === 'peace' ? '--side1' : '--side' + side);
  const soft = side => css('--side' + side + '-soft');
  const hasPeace = sides.some(s => s.policy === 'peace');
  const charts = {};
  let shown = typical();
  let colouring = 'chunk';

  /** The round whose mean response is nearest to the median. */
  function typical() {
    const rounds = ofSide(last);
    const middle = median(rounds.map(r => r.response.mean));
    return rounds.reduce((best, r) =>
      Math.abs(r.response.mean - middle) < Math.abs(best.response.mean - middle) ? r : best, rounds[0]).number;
  }

  function figuresOf(side) {
    const rounds = ofSide(side);
    return {
      response: median(rounds.map(r => r.response.mean)), comp: median(rounds.map(r => r.comp)),
      worst: median(rounds.map(r => r.response.max)), io: median(rounds.map(r => r.io.mean))
    };
  }

  function headline() {
    const name = options.writers === 1 ? 'A writer' : options.writers + ' writers';
    const verb = options.writers === 1 ? ' finishes ' : ' finish ';
    if (sides.length === 1) {
      at('headline').textContent = name + verb + 'in ' + seconds(figuresOf(0).response) + ' on average';
    } else {
      const gain = 1 - data.ratios.response;
      const where = sides[1].policy === sides[0].policy ? ' on the second of two equal sides' : ' under ' + title(sides[data.ratios.side].label);
      at('headline').textContent = Math.abs(gain) < 0.03
        ? name + verb + 'equally soon on both sides'
        : name + verb + percent(Math.abs(gain)) + (gain > 0 ? ' sooner' : ' later') + where;
    }
    document.title = at('headline').textContent;
    at('lead').textContent = 'Each writes ' + options.chunks + ' chunks of ' + options.chunkSize + ' with ' + options.replication
      + ' replicas, all at once, on ' + options.datanodes + ' datanodes that take in ' + options.rate + ' each. Medians of '
      + numbers.length + (numbers.length === 1 ? ' round' : ' rounds') + ' per side, on real HDFS daemons in one process.';
    const warnings = [];
    const failed = measured.reduce((sum, r) => sum + r.failed, 0);
    const fallbacks = measured.reduce((sum, r) => sum + r.fallbacks, 0);
    const busiest = Math.max(...measured.map(r => r.coresBusy.machine));
    if (failed) warnings.push(failed + (failed === 1 ? ' write' : ' writes') + ' failed; the figures leave them out.');
    if (fallbacks) warnings.push(fallbacks + (fallbacks === 1 ? ' chunk was' : ' chunks were') + ' left to the stock policy.');
    if (busiest > 0.8) warnings.push('The cores were up to ' + percent(busiest) + ' busy. Above 80 % they may be the limit, and not the datanodes.');
    at('warnings').innerHTML = warnings.map(w => '<p class="warning">' + escape(w) + '</p>').join('');
  }

  function figures() {
    const all = sides.map((_, side) => figuresOf(side));
    const cards = [
      ['response', 'Response', 'mean of the writers'], ['io', 'IO', 'from first grant to done'],
      ['worst', 'Worst writer', 'its response'], ['comp', 'COMP', 'until all are done']
    ];
    at('figures').innerHTML = cards.map(([key, name, what]) => {
      const top = Math.max(...all.map(f => f[key]));
      const bars = sides.map((s, side) => '<span>' + escape(title(s.label)) + '</span><span class="track"><i style="width:'
        + (100 * all[side][key] / top).toFixed(1) + '%;background:' + colour(side) + '"></i></span><span>' + seconds(all[side][key]) + '</span>').join('');
      let big = seconds(all[0][key]);
      let verdict = '';
      if (sides.length === 2) {
        const ratio = data.ratios[key];
        const kind = ratio === null || Math.abs(ratio - 1) < 0.005 ? 'same' : ratio < 1 ? 'better' : 'worse';
        const word = {same: '= as long as ', better: '▼ ' + percent(1 - ratio) + ' less than ', worse: '▲ ' + percent(ratio - 1) + ' more than '}[kind];
        big = ratio === null ? '–' : ratio.toFixed(2) + '×';
        verdict = '<div class="verdict ' + kind + '">' + word + escape(sides[data.ratios.over].label) + '</div>';
      }
      return '<div class="figure"><div class="name">' + name + '</div><div class="what">' + what + '</div><div class="big">'
        + big + '</div>' + verdict + '<div class="pair">' + bars + '</div></div>';
    }).join('');
  }

  function note() {
    at('note').textContent = sides.length < 2 ? '' : 'Big figures: ' + sides[data.ratios.side].label + ' over ' + sides[data.ratios.over].label
      + ' in each pair of neighbouring rounds, and the median of these. Bars: the median of each side.';
  }

  function chooser() {
    const legend = sides.map((s, side) => '<span><i class="swatch" style="background:' + colour(side) + '"></i>' + escape(title(s.label)) + '</span>').join('');
    const buttons = numbers.map(n => '<button type="button" data-round="' + n + '" aria-pressed="' + (n === shown) + '">' + n + '</button>').join('');
    at('rounds').innerHTML = '<div class="legend">' + legend + '</div><div class="segments">Round ' + buttons + '</div>';
  }

  /** Writers in the order in which they finished on the last side. */
  function order() {
    const times = of(last, shown).times;
    return times.map((_, i) => i).sort((a, b) => times[a].completed - times[b].completed);
  }

  function writerName(writer) {
    const host = of(last, shown).times[writer].writer;
    return options.writers > options.datanodes ? host + '.' + (Math.floor(writer / options.datanodes) + 1) : host;
  }

  function base() {
    return {
      animation: false, aria: {enabled: true},
      textStyle: {fontFamily: getComputedStyle(document.body).fontFamily, color: css('--ink')},
      tooltip: {
        confine: true, backgroundColor: css('--card'), borderColor: css('--line'), textStyle: {color: css('--ink'), fontSize: 13}
      }
    };
  }

  const axisLabel = () => ({color: css('--muted'), fontSize: 12, hideOverlap: true});
  const timeAxis = extra => Object.assign({
    type: 'value', min: 0, axisLabel: Object.assign(axisLabel(), {formatter: '{value} s'}), axisLine: {show: false}, axisTick: {show: false},
    splitLine: {lineStyle: {color: css('--grid')}}
  }, extra);

  function draw(id, height, option) {
    const element = at(id);
    element.style.height = height + 'px';
    if (!charts[id]) charts[id] = echarts.init(element, null, {renderer: 'svg'});
    charts[id].resize();
    charts[id].setOption(Object.assign(base(), option), true);
  }

  function drawWriters() {
    const rows = order();
    const series = [];
    const means = sides.map((s, side) => of(side, shown).response.mean);
    sides.forEach((s, side) => {
      const times = of(side, shown).times;
      const mean = means[side];
      // Means may be next to each other: the larger one's label is above its line.
      const aside = sides.length < 2 ? 0 : mean === Math.max(...means) ? -16 : 16;
      const waits = s.policy === 'peace';
      if (waits) {
        series.push({
          name: title(s.label) + ', waiting', type: 'bar', stack: 'side' + side, barGap: '12%', barCategoryGap: '32%',
          itemStyle: {color: soft(side)}, data: rows.map(w => times[w].granted - times[w].submitted)
        });
      }
      series.push({
        name: title(s.label) + (waits ? ', writing' : ''), type: 'bar', stack: 'side' + side, barGap: '12%', barCategoryGap: '32%',
        itemStyle: {color: colour(side), borderRadius: [3, 3, 0, 0]},
        data: rows.map(w => times[w].failure ? null : times[w].completed - (waits ? times[w].granted : times[w].submitted)),
        markLine: {
          symbol: 'none', silent: true, animation: false, lineStyle: {color: colour(side), type: 'dashed', width: 1.5},
          label: {formatter: 'mean\n' + seconds(mean), color: colour(side), position: 'end', offset: [0, aside], fontSize: 12, lineHeight: 15, fontWeight: 600, textBorderWidth: 0, textBorderColor: 'transparent'},
          data: [{yAxis: mean}]
        }
      });
    });
    draw('writers', 340, {
      grid: {left: 46, right: 58, top: 40, bottom: 28},
      legend: {top: 0, left: 0, itemWidth: 13, itemHeight: 13, icon: 'roundRect', textStyle: {color: css('--muted')}},
      tooltip: Object.assign(base().tooltip, {trigger: 'axis', axisPointer: {type: 'shadow'}, valueFormatter: seconds}),
      xAxis: {type: 'category', data: rows.map(writerName), axisLabel: axisLabel(), axisTick: {show: false}, axisLine: {lineStyle: {color: css('--line')}}},
      yAxis: timeAxis({}),
      series: series
    });
    at('writers-text').textContent = 'Round ' + shown + ', from submission to close, in the order in which they finished'
      + (sides.length === 2 ? ' under ' + title(sides[last].label) : '') + '. ' + sides.map((s, side) => {
        const done = of(side, shown).times.filter(t => !t.failure).map(t => t.completed - t.submitted);
        return title(s.label) + ': between ' + seconds(Math.min(...done)) + ' and ' + seconds(Math.max(...done)) + '.';
      }).join(' ');
  }

  function completions(round) {
    return round.times.filter(t => !t.failure).map(t => t.completed).sort((a, b) => a - b);
  }

  function drawDone() {
    const series = [];
    const steps = times => [[0, 0]].concat(times.map((t, i) => [t, i + 1]));
    sides.forEach((s, side) => {
      const rounds = ofSide(side).map(completions);
      if (rounds.length > 1) {
        rounds.forEach(times => series.push({
          type: 'line', step: 'end', symbol: 'none', silent: true, lineStyle: {color: colour(side), width: 1, opacity: .45},
          tooltip: {show: false}, data: steps(times)
        }));
      }
      const middle = [];
      for (let k = 0; k < options.writers; k++) {
        const t = median(rounds.map(times => k < times.length ? times[k] : NaN));
        if (isFinite(t)) middle.push(t);
      }
      series.push({
        name: title(s.label), type: 'line', step: 'end', symbol: 'circle', symbolSize: 6, itemStyle: {color: colour(side)},
        lineStyle: {color: colour(side), width: 3}, data: steps(middle)
      });
    });
    series.push({
      type: 'line', data: [],
      markLine: {
        symbol: 'none', silent: true, animation: false, lineStyle: {color: css('--muted'), type: 'dotted', width: 1.5},
        label: {formatter: 'lower bound of COMP', color: css('--muted'), position: 'insideEndBottom', fontSize: 12, textBorderWidth: 0, textBorderColor: 'transparent'},
        data: [{xAxis: data.lowerBound}]
      }
    });
    draw('done', 320, {
      grid: {left: 34, right: 22, top: 18, bottom: 30},
      tooltip: Object.assign(base().tooltip, {
        trigger: 'item', formatter: p => escape(p.seriesName) + ': ' + p.value[1] + ' done by ' + seconds(p.value[0])
      }),
      xAxis: timeAxis({}),
      yAxis: {
        type: 'value', min: 0, max: options.writers, minInterval: 1, axisLabel: axisLabel(), splitLine: {lineStyle: {color: css('--grid')}}
      },
      series: series
    });
    const half = Math.ceil(options.writers / 2);
    const when = sides.map((s, side) => title(s.label) + ' after ' + seconds(median(ofSide(side).map(r => {
      const c = completions(r);
      return c.length >= half ? c[half - 1] : NaN;
    }))));
    at('done-text').textContent = 'Half of the writers are done: ' + when.join(', ')
      + '. Bold lines are medians of all rounds, thin ones the rounds.';
  }

  /** Chunks of a round: when its first replica began and its last one ended. */
  function chunksOf(round) {
    const chunks = new Map();
    round.replicas.forEach(r => {
      const key = r.writer + ':' + r.chunk;
      const c = chunks.get(key) || {writer: r.writer, chunk: r.chunk, start: Infinity, end: 0, nodes: []};
      c.start = Math.min(c.start, r.start);
      c.end = Math.max(c.end, r.end);
      c.nodes.push(options.hosts[r.datanode]);
      chunks.set(key, c);
    });
    round.grants.forEach(g => {
      const c = chunks.get(g.writer + ':' + g.chunk);
      if (c) Object.assign(c, {submitted: g.submitted, granted: g.granted, timestep: g.timestep});
    });
    return [...chunks.values()];
  }

  function mix(from, to, share) {
    const parse = c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16));
    const a = parse(from);
    const b = parse(to);
    return 'rgb(' + a.map((x, i) => Math.round(x + (b[i] - x) * share)).join(',') + ')';
  }

  function ramp(index, count) {
    return mix(css('--ramp-from'), css('--ramp-to'), count < 2 ? 1 : index / (count - 1));
  }

  const horizon = () => Math.max(...sides.map((_, side) => Math.max(of(side, shown).comp || 0,
    ...of(side, shown).replicas.map(r => r.end))));

  /** One panel per side, one above the other, on the same time axis. */
  function panels(rowNames, rowHeight, gapAbove) {
    const height = rowNames.length * rowHeight;
    const small = at('timeline').clientWidth < 560;
    const left = small ? 54 : 74;
    const grids = sides.map((_, side) => ({left: left, right: 16, top: gapAbove + side * (height + gapAbove + 4), height: height}));
    const end = horizon();
    return {
      total: grids[last].top + height + 30,
      grid: grids,
      title: sides.map((s, side) => ({
        text: title(s.label), left: left - 6, top: grids[side].top - 24, textStyle: {fontSize: 14, fontWeight: 600, color: colour(side)}
      })),
      xAxis: sides.map((_, side) => timeAxis({
        gridIndex: side, max: Math.ceil(end * 10) / 10, axisLabel: Object.assign(axisLabel(), {
          show: side === last, formatter: x => Math.abs(x - Math.round(x * 2) / 2) < 1e-6 ? x + ' s' : ''
        })
      })),
      yAxis: sides.map((_, side) => ({
        type: 'category', gridIndex: side, inverse: true, data: rowNames, axisLabel: Object.assign(axisLabel(), {interval: rowHeight < 14 ? 'auto' : 0}),
        axisTick: {show: false}, axisLine: {show: false}
      }))
    };
  }

  function drawTimeline() {
    const rows = order();
    const place = new Map(rows.map((w, i) => [w, i]));
    const layout = panels(rows.map(writerName), rows.length > 20 ? 13 : 21, 40);
    const byTimestep = colouring === 'timestep';
    const palette = ['--side1', '--side0', '--good', '--muted', '--hot2'].map(css);
    const series = [];
    sides.forEach((s, side) => {
      const round = of(side, shown);
      const chunks = chunksOf(round);
      series.push({
        type: 'custom', xAxisIndex: side, yAxisIndex: side, silent: true, z: 1,
        data: round.times.map((t, w) => [place.get(w), t.submitted, t.granted]).filter(d => d[2] - d[1] > .02),
        renderItem: (params, api) => {
          const a = api.coord([api.value(1), api.value(0)]);
          const b = api.coord([api.value(2), api.value(0)]);
          return {type: 'line', shape: {x1: a[0], y1: a[1], x2: b[0], y2: b[1]}, style: {stroke: css('--muted'), lineWidth: 1.5, lineDash: [2, 4], opacity: .7}};
        },
        encode: {x: [1, 2], y: 0}
      });
      series.push({
        type: 'custom', xAxisIndex: side, yAxisIndex: side, z: 2,
        data: chunks.map(c => ({value: [place.get(c.writer), c.start, c.end], chunk: c})),
        encode: {x: [1, 2], y: 0},
        renderItem: (params, api) => {
          const c = chunks[params.dataIndex];
          const a = api.coord([c.start, api.value(0)]);
          const b = api.coord([c.end, api.value(0)]);
          const height = api.size([0, 1])[1] * .72;
          const fill = byTimestep && c.timestep >= 0 ? palette[c.timestep % palette.length] : ramp(c.chunk, options.chunks);
          return {
            type: 'rect', shape: {x: a[0], y: a[1] - height / 2, width: Math.max(1.5, b[0] - a[0] - 1), height: height, r: 2},
            style: {fill: fill}
          };
        },
        tooltip: {
          formatter: p => {
            const c = p.data.chunk;
            return '<b>' + escape(writerName(c.writer)) + ', chunk ' + (c.chunk + 1) + ' of ' + options.chunks + '</b><br>'
              + seconds(c.start) + ' to ' + seconds(c.end) + ' (' + seconds(c.end - c.start) + ')<br>'
              + (c.granted === undefined ? '' : 'waited ' + seconds(c.granted - c.submitted) + ' for its grant<br>')
              + (c.timestep >= 0 ? 'timestep ' + c.timestep + '<br>' : '') + 'on ' + c.nodes.map(escape).join(', ');
          }
        }
      });
    });
    draw('timeline', layout.total, {grid: layout.grid, title: layout.title, xAxis: layout.xAxis, yAxis: layout.yAxis, series: series});
    const length = side => median(chunksOf(of(side, shown)).map(c => c.end - c.start));
    at('timeline-text').textContent = 'Round ' + shown + ', a row per writer, a bar per chunk, until its last replica is written. A chunk takes '
      + sides.map((s, side) => seconds(length(side)) + ' under ' + title(s.label)).join(', ') + ' (median).';
    const timesteps = sides.some((_, side) => of(side, shown).grants.some(g => g.timestep >= 0));
    at('timeline-choice').innerHTML = timesteps ? '<span class="segments">Colour '
      + [['chunk', 'chunk of the file'], ['timestep', 'timestep']].map(([k, name]) =>
        '<button type="button" data-colour="' + k + '" aria-pressed="' + (k === colouring) + '">' + name + '</button>').join('') + '</span>' : '';
    at('timeline-key').innerHTML = (byTimestep ? '<span>Neighbouring colours are different timesteps; the colours repeat.</span>'
      : '<span>first chunk of a file <i class="ramp"></i> last</span>')
      + (hasPeace ? '<span>┄┄ waiting for the first grant</span>' : '');
  }

  /** Mean number of replicas that each datanode takes in, in each slice of time. */
  function loadOf(round, slices, width) {
    const load = options.hosts.map(() => new Array(slices).fill(0));
    round.replicas.forEach(r => {
      for (let i = Math.max(0, Math.floor(r.start / width)); i < slices && i * width < r.end; i++) {
        load[r.datanode][i] += Math.max(0, Math.min(r.end, (i + 1) * width) - Math.max(r.start, i * width)) / width;
      }
    });
    return load;
  }

  function drawLinks() {
    const capacity = options.generatedTopology ? options.down : 2;
    const classes = [
      [capacity / 2, '--cool1'], [capacity * .95, '--cool2'], [capacity * 1.05, '--cool3'],
      [capacity * 1.5, '--hot1'], [capacity * 2.5, '--hot2'], [Infinity, '--hot3']
    ];
    const colourOf = load => css(classes.find(c => load <= c[0])[1]);
    const layout = panels(options.hosts, options.hosts.length > 20 ? 12 : 21, 40);
    const end = horizon();
    const slices = 90;
    const width = end / slices;
    const over = [];
    const series = sides.map((s, side) => {
      const round = of(side, shown);
      const load = loadOf(round, slices, width);
      const cells = [];
      load.forEach((row, d) => row.forEach((x, i) => { if (x > .05) cells.push([d, i * width, (i + 1) * width, x]); }));
      over.push(cells.filter(c => c[3] > capacity * 1.05).length / Math.max(1, cells.length));
      return {
        type: 'custom', xAxisIndex: side, yAxisIndex: side, data: cells, encode: {x: [1, 2], y: 0},
        renderItem: (params, api) => {
          const a = api.coord([api.value(1), api.value(0)]);
          const b = api.coord([api.value(2), api.value(0)]);
          const height = api.size([0, 1])[1] * .86;
          return {type: 'rect', shape: {x: a[0], y: a[1] - height / 2, width: b[0] - a[0] + .4, height: height}, style: {fill: colourOf(api.value(3))}};
        },
        tooltip: {formatter: p => '<b>' + escape(options.hosts[p.value[0]]) + '</b>, ' + seconds(p.value[1]) + '<br>takes in ' + p.value[3].toFixed(1) + ' chunks at once'}
      };
    });
    draw('links', layout.total, {grid: layout.grid, title: layout.title, xAxis: layout.xAxis, yAxis: layout.yAxis, series: series});
    at('links-text').textContent = 'Round ' + shown + ', a row per datanode: how many chunks it takes in at once. '
      + (options.generatedTopology && hasPeace ? 'Peace is told that ' + capacity + (capacity === 1 ? ' fits.' : ' fit.') : '') + ' Busy with more than ' + capacity + ': '
      + sides.map((s, side) => percent(over[side]) + ' of the busy time under ' + title(s.label)).join(', ') + '.';
    const names = ['up to ' + capacity / 2, 'below ' + capacity, capacity + ', full', 'up to ' + capacity * 1.5, 'up to ' + capacity * 2.5, 'more'];
    at('links-key').innerHTML = '<span>Chunks at once:</span>' + classes.map((c, i) =>
      '<span><i class="swatch" style="background:' + css(c[1]) + '"></i>' + names[i] + '</span>').join('');
  }

  function table() {
    const head = ['Round', 'Policy', 'IO', 'Response', 'Worst', 'Fairness', 'COMP', 'Over bound', 'Deferred', 'Fallbacks', 'Failed', 'Cores busy'];
    const fixed = (x, n) => x === null || !isFinite(x) ? '–' : x.toFixed(n);
    const row = (kind, name, side, f) => '<tr class="' + kind + '"><td>' + name + '</td><td><i class="swatch" style="background:' + colour(side) + '"></i> '
      + escape(sides[side].label) + '</td>' + [seconds(f.io), seconds(f.mean), seconds(f.max), fixed(f.fairness, 3), seconds(f.comp),
        fixed(f.comp / data.lowerBound, 2) + '×', fixed(f.deferred, 0), fixed(f.fallbacks, 0), fixed(f.failed, 0), percent(f.cores)]
        .map(c => '<td>' + c + '</td>').join('') + '</tr>';
    const flat = r => ({
      io: r.io.mean, mean: r.response.mean, max: r.response.max, fairness: r.response.fairness, comp: r.comp, deferred: r.deferred,
      fallbacks: r.fallbacks, failed: r.failed, cores: r.coresBusy.machine
    });
    const medians = sides.map((_, side) => {
      const rows = ofSide(side).map(flat);
      return row('median' + (side === 0 ? ' first' : ''), 'median', side,
        Object.fromEntries(Object.keys(rows[0]).map(k => [k, median(rows.map(r => r[k]))])));
    });
    at('table').innerHTML = '<thead><tr>' + head.map(h => '<th scope="col">' + h + '</th>').join('') + '</tr></thead><tbody>'
      + measured.map(r => row('', r.number, r.side, flat(r))).join('') + medians.join('') + '</tbody>';
  }

  function setup() {
    const s = data.setup;
    const list = [
      ['Burst', options.writers + ' writers × ' + options.chunks + ' chunks × ' + options.chunkSize + ', ' + options.replication + ' replicas'],
      ['Cluster', options.datanodes + ' datanodes in ' + options.racks + (options.racks === 1 ? ' rack' : ' racks')],
      ['Limit', options.rate + ' of received data per datanode, over periods of ' + options.throttlePeriodMillis + ' ms'],
      ['Lower bound of COMP', seconds(data.lowerBound)],
      ['Rounds', options.rounds + ' after ' + options.warmUp + ' for warm-up; the sides take turns'],
      ['Completion fraction', options.completionFraction === undefined ? 'as Peace has it' : options.completionFraction],
      ...Object.entries(options.properties),
      ['Seed', options.seed], ['Time', s.time], ['Peace', s.peace], ['Hadoop', s.hadoop], ['Java', s.java + ', heap ' + s.heap],
      ['Machine', s.cores + ' cores, ' + s.system]
    ];
    at('setup').innerHTML = list.map(([k, v]) => '<dt>' + escape(k) + '</dt><dd>' + escape(v) + '</dd>').join('');
    at('topology').textContent = data.topology;
    at('topology').parentElement.hidden = !hasPeace;
    at('command').textContent = options.command;
  }

  function all() {
    chooser();
    figures();
    drawWriters();
    drawDone();
    drawTimeline();
    drawLinks();
    table();
  }

  function theme(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    at('theme').textContent = dark ? 'Light' : 'Dark';
  }

  const system = matchMedia('(prefers-color-scheme: dark)');
  theme(location.hash === '#dark' || (location.hash !== '#light' && system.matches));
  system.addEventListener('change', e => { theme(e.matches); all(); });
  at('theme').addEventListener('click', () => { theme(document.documentElement.dataset.theme !== 'dark'); all(); });
  document.addEventListener('click', e => {
    const button = e.target.closest('button');
    if (button && button.dataset.round) { shown = Number(button.dataset.round); all(); }
    if (button && button.dataset.colour) { colouring = button.dataset.colour; drawTimeline(); }
  });
  at('copy').addEventListener('click', () => {
    navigator.clipboard.writeText(options.command).then(() => { at('copy').textContent = 'Copied'; });
  });
  let pending;
  addEventListener('resize', () => { clearTimeout(pending); pending = setTimeout(all, 120); });
  headline();
  note();
  setup();
  all();
})();
