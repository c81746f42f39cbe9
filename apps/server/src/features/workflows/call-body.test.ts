import { parseExactJson } from '@recto/exact-json/parse-json'
import { describe, expect, test } from 'vitest'
import { buildCallBodies } from './call-body.ts'
import { findTemplateProblem } from './call-template.ts'

const digits = '20251234567890123456'
const result = parseExactJson(`{
  "output": {
    "number": "INV-1 \\"a\\"",
    "total": ${digits},
    "a.b": 5,
    "lines": [{"name": "x", "amount": 1.5}, {"name": "y"}],
    "note": "text"
  },
  "metadata": {"run_id": "r"}
}`)
const file = { name: 'a.pdf', path: 'in/a.pdf', hash: 'f'.repeat(64) }

const build = (bodyTemplate: string, itemsOf = '', own: unknown = result) =>
  buildCallBodies({
    settings: { bodyTemplate, itemsOf },
    result: own,
    file,
    executionId: 'run',
  }).map(({ body }) => body)

describe('the body of a call', () => {
  test('is the result itself without a template, with all digits', () => {
    expect(build('')).toEqual([JSON.stringify(result)])
    expect(build(' ')[0]).toContain(digits)
  })

  test('has values with their types, or in a text', () => {
    const template = `{
      "total": "{{ output.total }}", "dotted": "{{output.a.b}}", "second": "{{output.lines.1.name}}",
      "text": "{{output.number}} of {{file.path}}: {{output.total}}{{output.missing}}",
      "missing": "{{output.missing}}", "own": ${digits}, "proto": "{{output.constructor}}"
    }`
    const [body = ''] = build(template)

    expect(parseExactJson(body)).toEqual(
      parseExactJson(`{
        "total": ${digits}, "dotted": 5, "second": "y",
        "text": "INV-1 \\"a\\" of in/a.pdf: ${digits}", "missing": null, "own": ${digits}, "proto": null
      }`),
    )
  })

  test('is one for each item of a list', () => {
    const template =
      '{"row": "{{item_number}}", "amount": "{{item.amount}}", "of": "{{output.note}}"}'
    expect(build(template, 'lines')).toEqual([
      '{"row":1,"amount":1.5,"of":"text"}',
      '{"row":2,"amount":null,"of":"text"}',
    ])
    expect(build('', 'lines')).toEqual(['{"name":"x","amount":1.5}', '{"name":"y"}'])
    expect(build('', 'lines', { output: { lines: null } })).toEqual([])
  })

  test('is refused if it has no list, too many items or too many bytes', () => {
    expect(() => build('', 'note')).toThrow('The answer of “note” is not a list.')
    expect(() => build('', 'missing')).toThrow('The answer of “missing” is not a list.')
    const items = Array.from({ length: 1001 }, (_, n) => ({ n }))
    expect(() => build('', 'many', { output: { many: items } })).toThrow('at most 1000')
    const large = { output: { note: 'x'.repeat(1024 * 1024) } }
    const longTemplate = JSON.stringify(Array(1000).fill('{{output.note}}'))
    expect(() => build(longTemplate, '', large)).toThrow('5 MB')
    expect(() => build('', '', { output: { note: 'x'.repeat(6 * 1024 * 1024) } })).toThrow('5 MB')
    expect(() => build('', '', { output: { note: '元'.repeat(2 * 1024 * 1024) } })).toThrow('5 MB')
  })
})

test('the content of a call is what does not differ between two runs', () => {
  const contentsOf = (bodyTemplate: string, itemsOf: string, run: string) =>
    buildCallBodies({
      settings: { bodyTemplate, itemsOf },
      result: { ...(result as object), metadata: { run_id: run } },
      file,
      executionId: run,
    }).map(({ content }) => content)
  const ownRun = '{"run": "{{execution_id}} {{result.metadata.run_id}}", "n": "{{output.number}}"}'
  for (const [template, itemsOf] of [
    ['', ''],
    ['', 'lines'],
    [ownRun, ''],
    [ownRun, 'lines'],
  ] as const) {
    expect(contentsOf(template, itemsOf, 'a')).toEqual(contentsOf(template, itemsOf, 'b'))
  }
})

test.each([
  ['{"a": {{output.a}}}', 'not valid JSON'],
  ['{"{{output.a}}": 1}', 'Placeholders cannot be names'],
  ['["{{output.a"]', 'has no }}'],
  ['["{{outputs.a}}"]', '{{outputs.a}} is unknown'],
  ['['.repeat(60) + ']'.repeat(60), 'more than 50 levels'],
  ['['.repeat(10_000) + ']'.repeat(10_000), 'more than 50 levels'],
])('a template such as %.40s is refused', (template, problem) => {
  expect(findTemplateProblem(template)).toContain(problem)
})
