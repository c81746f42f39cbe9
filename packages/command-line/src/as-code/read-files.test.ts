import { describe, expect, test } from 'vitest'
import { parseObject } from './read-files.ts'

/** Files with fields or items that the schema of the server would drop. */

const parse = (kind: string, spec: object) =>
  parseObject(
    'one.yaml',
    new TextEncoder().encode(JSON.stringify({ version: 1, kind, name: 'One', spec })),
  )

const condition = (name: string) => ({ field: `value:${name}`, operator: 'equal', value: 'x' })
const rule = (tree: object) => ({ rule_json: { combinator: 'or', rules: [], ...tree } })
const project = ({ settings = {}, prompt = {} }) => ({
  description: 'Bills',
  author: 'Ada',
  settings: { ...settings },
  prompts: [{ prompt_key: 'total', prompt: 'Total?', prompt_type: 'PROMPT', ...prompt }],
})

const faults: readonly (readonly [kind: string, spec: object, line: string])[] = [
  [
    'review-rule',
    rule({ rules: [condition('a'), condition('b'), condition('iban')] }),
    'spec.rule_json.rules: There are 3 items, and at most 2 are possible.',
  ],
  ['review-rule', rule({ nott: true }), 'spec.rule_json.nott: This field is unknown.'],
  [
    'review-rule',
    rule({ rules: [{ ...condition('a'), valeu: 'y' }] }),
    'spec.rule_json.rules.0.valeu: This field is unknown.',
  ],
  [
    'project',
    project({ settings: { masking: { kindz: ['iban'] } } }),
    'spec.settings.masking.kindz: This field is unknown.',
  ],
  [
    'project',
    project({
      settings: { checks: [{ name: 'Sum', expression: 'a == b', mesage: 'No' }] },
    }),
    'spec.settings.checks.0.mesage: This field is unknown.',
  ],
  [
    'project',
    project({ prompt: { enforce_type: 'table', table_settings: { headerz: ['Item'] } } }),
    'spec.prompts.0.table_settings.headerz: This field is unknown.',
  ],
]

describe('a file', () => {
  test.for(faults)('of a %s is refused: %#', ([kind, spec, line], { expect }) => {
    expect(() => parse(kind, spec)).toThrow(`one.yaml: ${line}`)
  })

  test('keeps free settings and what a schema adds', () => {
    const { spec } = parse('review-rule', rule({ rules: [condition('a'), condition('b')] }))
    expect(spec).toMatchObject({ percentage: 0, rule_json: { rules: [{}, {}] } })
    const adapter = parse('adapter', { type: 'LLM', provider: 'p|1', settings: { a: { b: [1] } } })
    expect(adapter.spec.settings).toEqual({ a: { b: [1] } })
    expect(parse('project', project({})).spec.prompts).toMatchObject([{ prompt_key: 'total' }])
  })
})
