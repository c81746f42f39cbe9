import { expect, test } from 'vitest'
import { z } from 'zod'
import { configureIssueSentences } from './issue-sentences.ts'
import { presentError } from './present-error.ts'

configureIssueSentences()

const words = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse({ field: value }, { reportInput: true })
  return presentError(error)?.body.errors.map(({ attr, detail }) => `${attr}: ${detail}`)
}
const withField = (field: z.ZodType) => z.strictObject({ field })

const LIBRARY = /expected|received|Invalid|Too (big|small)|NaN|pattern|string|<=|>=/

test.each([
  [z.uuid(), 'x', 'This is not a valid ID.'],
  [z.string(), 4, 'This must be text.'],
  [z.coerce.number(), 'abc', 'A valid number is required.'],
  [z.number(), Number.POSITIVE_INFINITY, 'A valid number is required.'],
  [z.int(), 1.5, 'A valid integer is required.'],
  [z.int32(), 2 ** 40, 'This must be at most 2147483647.'],
  [z.number().gt(3), 3, 'This must be more than 3.'],
  [z.number().lt(3), 3, 'This must be less than 3.'],
  [z.number().multipleOf(2), 3, 'This must be a multiple of 2.'],
  [z.string().max(3), 'abcd', 'At most 3 characters are allowed.'],
  [z.string().max(1), 'abcd', 'At most 1 character is allowed.'],
  [z.string().min(3), 'ab', 'At least 3 characters are required.'],
  [z.string().length(3), 'ab', 'Exactly 3 characters are required.'],
  [z.string().min(1), '', 'This field may not be blank.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entry is allowed.'],
  [z.array(z.string()).min(2), [], 'At least 2 entries are required.'],
  [z.array(z.string()), 'x', 'This must be a list.'],
  [z.object({}), 'x', 'This must be an object with named fields.'],
  [z.boolean(), 'x', 'This must be true or false.'],
  [z.email(), 'x', 'Enter a valid email address.'],
  [z.url(), 'x', 'Enter a valid URL.'],
  [z.iso.datetime(), 'x', 'Enter a date and time such as 2026-01-31T09:30:00Z.'],
  [
    z.string().regex(/^a/),
    'b',
    'This contains characters that are not allowed, or has the wrong format.',
  ],
  [z.string().startsWith('a'), 'b', 'The format is not valid.'],
  [z.union([z.int32(), z.string().max(2)]), 'abc', 'At most 2 characters are allowed.'],
  [z.union([z.string(), z.int32()]), true, 'This must be text.'],
  [z.json(), () => 0, 'This must be text.'],
  [z.enum(['a', 'b']), 'c', '"c" is not a valid choice.'],
  [z.string(), undefined, 'This field is required.'],
  [z.string(), null, 'This field may not be null.'],
  [z.string().regex(/^a/, 'Begin with an a.'), 'b', 'Begin with an a.'],
])('%# a person reads a sentence at the field', (schema, value, sentence) => {
  const [message = ''] = words(withField(schema), value) ?? []

  expect(message).toBe(`field: ${sentence}`)
  if (!sentence.startsWith('"')) expect(message).not.toMatch(LIBRARY)
})

const choiceOrList = z.union([z.enum(['A', 'B']), z.array(z.enum(['A', 'B']))])
const shapes = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), name: z.string() }),
    z.object({ kind: z.literal('address') }),
  ]),
)

test.each([
  [z.union([z.int32(), z.string()]), undefined, 'required', 'field'],
  [z.union([z.int32(), z.string()]), null, 'null', 'field'],
  [z.enum(['A']), null, 'null', 'field'],
  [choiceOrList, 'C', 'invalid_choice', 'field'],
  [choiceOrList, ['A', 'C'], 'invalid_choice', 'field.1'],
  [z.array(z.string()), 'x', 'not_a_list', 'field'],
  [shapes, [{ kind: 'picture' }], 'invalid_choice', 'field.0.kind'],
  [shapes, [{}], 'required', 'field.0.kind'],
  [shapes, [{ kind: 'file' }], 'required', 'field.0.name'],
])(
  '%# what can be this or that has the code and the place of what is wrong',
  (schema, value, code, attr) => {
    const { error } = withField(schema).safeParse({ field: value }, { reportInput: true })

    expect(presentError(error)?.body.errors).toMatchObject([{ code, attr }])
  },
)

test('names an unknown field', () => {
  const { error } = withField(z.string()).safeParse(
    { field: 'x', surprise: 1 },
    { reportInput: true },
  )

  expect(presentError(error)?.body.errors).toEqual([
    { code: 'invalid', attr: 'non_field_errors', detail: 'Unknown field: “surprise”.' },
  ])
})
