import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { formatBytes } from '../ui/format.ts'
import { tip } from './canvas.tsx'
import { Doughnut } from './Doughnut.tsx'
import { LineCanvas } from './line.tsx'
import { timeLabel, withHoles } from './time.ts'
import { lineLooks, type Tokens } from './tokens.ts'

const tokens = { accent: 'violet', ink: 'black', ink3: 'grey', line2: 'silver' } as Tokens

describe('lines', () => {
  const points = [
    [60, 1],
    [120, 2],
    [400, 3],
  ] as const
  test('break where nothing was told for longer than the gap', () => {
    expect(withHoles(points, 200)).toEqual([
      [60_000, 1],
      [120_000, 2],
      [120_001, null],
      [400_000, 3],
    ])
    expect(withHoles(points, undefined)).toHaveLength(3)
  })
  test('are labelled in hours within two days, else in days', () => {
    expect(timeLabel(1_700_000_000_000, 86_400)).toMatch(/^\d\d:\d\d$/)
    expect(timeLabel(1_700_000_000_000, 30 * 86_400)).toMatch(/^11-1\d$/)
  })
  test('have eleven looks that can be told apart', () => {
    expect(new Set(lineLooks(tokens).map((look) => look.colour + look.dash)).size).toBe(11)
  })
})

test('a line that is hardly begun is told as its last value, with the words of the line', () => {
  const points = [
    [60, 2.94],
    [120, 2.9],
  ] as const
  const props = { label: 'Battery of a tag', series: [{ name: 'Battery', points }], format: (value: number) => `${value.toFixed(2)} V` }
  const markup = renderToStaticMarkup(<LineCanvas {...props} fewerThan={3} />)
  expect(markup).toContain('<b>2.90 V</b>')
  expect(markup).toContain('role="img" aria-label="Battery of a tag')
  expect(renderToStaticMarkup(<LineCanvas {...props} fewerThan={2} />)).not.toContain('<b>2.90 V</b>')
})

test('names in a tooltip are text, whatever they hold', () => {
  const box = tip(tokens, '<b>Tokyo</b>', [{ colour: 'red', name: '<img src=x onerror=alert(1)>', value: '1' }])
  expect(box.querySelector('img')).toBeNull()
  expect(box.textContent).toBe('<b>Tokyo</b><img src=x onerror=alert(1)>1')
})

test('a ring draws each part that there is, and tells all numbers', () => {
  const parts = [
    { name: 'Normal', count: 3, kind: 'ok' },
    { name: 'Alarm', count: 1, kind: 'alarm' },
    { name: 'Offline', count: 0, kind: 'bad' },
  ] as const
  const markup = renderToStaticMarkup(<Doughnut label="Servers" parts={parts} centre="3 / 4" />)
  expect(markup).toContain('aria-label="Servers: 3 / 4"')
  // The track and two parts.
  expect(markup.match(/<circle cx="50"/g)).toHaveLength(3)
  expect(markup.match(/<dd>\d<\/dd>/g)).toEqual(['<dd>3</dd>', '<dd>1</dd>', '<dd>0</dd>'])
  expect(renderToStaticMarkup(<Doughnut label="Servers" parts={[]} centre="–" />)).not.toContain('NaN')
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [25_276_510_208, '23.5 GB'],
  [107_374_182_400, '100 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
