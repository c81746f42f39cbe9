import { expect, test } from 'vitest'
import { findModuleState, judgeState } from './find-module-state.ts'

const namesIn = (text: string) => findModuleState({ path: 'a.ts', text }).map(({ name }) => name)

test.each([
  ['let count = 0', 'count'],
  ['export let last: Date | undefined', 'last'],
  ['var old = 1', 'old'],
  ['const underWay = new Map<string, Promise<void>>()', 'underWay'],
  ['export const known = new Set<string>()', 'known'],
  ['const byContext = new WeakMap<object, number>()', 'byContext'],
  ['const ended = new FinalizationRegistry(() => {})', 'ended'],
  ['const metrics = new Registry()', 'metrics'],
  ['const seen: string[] = []\nexport const see = (one: string) => seen.push(one)', 'seen'],
  ['const places = [0, 0]\nexport const set = () => { places[1] = 3 }', 'places'],
  ['export const list = [1, 2]', 'list'],
  ['class One { static count = 0 }', 'count'],
  ['class One { static readonly all = new Map() }', 'all'],
])('%s is kept', (text, name) => {
  expect(namesIn(text)).toEqual([name])
})

test.each([
  'const max = 3',
  'const names = ["a", "b"]\nexport const has = (name: string) => names.includes(name)',
  'export const names: readonly string[] = ["a"]',
  'export const names = ["a"] as const',
  'const codes: ReadonlySet<string> = new Set(["a"])',
  'const none: ReadonlyMap<string, number> = new Map()',
  'const root = new URL(".", import.meta.url)',
  'const order = new Intl.Collator("en")',
  'function count() { let number = 0; const all = new Map(); return () => all.set(number++, 1) }',
  'class One { readonly all = new Map(); static readonly name = "one" }',
])('%s is not', (text) => {
  expect(namesIn(text)).toEqual([])
})

test('what has a reason may stay, and a reason for nothing may not', () => {
  const states = findModuleState({ path: 'a.ts', text: '\nlet count = 0' })

  expect(judgeState(states, {})).toEqual(['a.ts:2: count outlives a request.'])
  expect(judgeState(states, { 'a.ts count': 'It only counts.' })).toEqual([])
  expect(judgeState([], { 'a.ts count': 'It only counts.' })).toHaveLength(1)
})
