import { expect, test } from 'vitest'
import { findOutsideValues } from './find-outside-values.ts'

const scales = {
  sizes: new Set([12, 14]),
  radii: new Set([0, 4, 6]),
  spacings: new Set([0, 4, 8]),
}
const find = (text: string) =>
  findOutsideValues({ path: 'page.css', text }, scales).map(({ kind, line }) => `${kind} ${line}`)

test.each([
  ['a color by its digits', '.a {\n  color: #24508f;\n}', ['colors 2']],
  [
    'a color by its parts, over two lines',
    '.a {\n  background: rgb(\n    0 0 0 / 5%\n  );\n}',
    ['colors 2'],
  ],
  ['a color by its name', '.a {\n  border: 1px solid white;\n}', ['colors 2']],
  ['a color in a shadow', '.a { box-shadow: 0 1px 4px rgb(0 0 0 / 20%) }', ['colors 1']],
  ['a color of a variable', '.a { --chart-1: #3f6fb5 }', ['colors 1']],
  ['a size', '.a { font-size: 15px }', ['sizes 1']],
  ['a radius', '.a { border-radius: 4px 5px }', ['radii 1']],
  ['a spacing', '.a { margin: 0 -5px }', ['spacings 1']],
  ['a gap after a comment', '/* Two\n lines: 5px */\n.a { gap: 5px }', ['spacings 3']],
])('%s is found', (_, text, findings) => {
  expect(find(text)).toEqual(findings)
})

test.each([
  ['a variable', '.a { color: var(--ink); font-size: var(--text-small) }'],
  ['what is on the scales', '.a { padding: 4px 8px; border-radius: 6px; font-size: 12px }'],
  ['a width', '.a { width: 15px }'],
  ['a selector with a state', '.a:hover, .b:not(.white) { color: inherit }'],
  ['a comment', '/* color: #fff; */ .a { color: currentcolor }'],
  ['a name of a grid that is a color', '.a { grid-area: red }'],
])('%s is none', (_, text) => {
  expect(find(text)).toEqual([])
})
