import { type AnyNumber, isAnyNumber } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { z } from 'zod'

/** ISO 8601 in UTC with microseconds and `Z`. */
export const Timestamp = z.string()

/** A text that clients also send as null when it is empty. */
export const NullableText = z
  .string()
  .nullable()
  .transform((text) => text ?? '')
  .pipe(z.string())

/** The reply of a call that returns a status and nothing else. */
export const NoBody = z.undefined()

/**
 * A user's numeric key. Resource bodies carry it as an integer; older clients send it back as a
 * numeric string.
 */
export const UserKey = z.union([
  z.int32(),
  z
    .string()
    .regex(/^\d+$/)
    .transform((digits) => Number(digits))
    .pipe(z.int32()),
])

/** A number as a document prints it: JSON writes all its digits. */
export const PrintedNumber = z.custom<AnyNumber>(isAnyNumber).meta({ type: 'number' })

/**
 * A number of a body, also as the text that inputs of forms make of it. Nothing else is one: no blank, no list, no `true`.
 * Its bounds are said behind it, with `pipe`.
 */
export const SentNumber = z.union([
  z.number(),
  z
    .string()
    .trim()
    .max(40)
    .regex(/^[+-]?\d+(?:\.\d+)?$/, 'A valid number is required.')
    .transform(Number),
])

const FailureType = z.enum([
  'validation_error',
  'client_error',
  'server_error',
  'subscription_error',
])

/**
 * The standard body of a refusal. Validation errors have one entry for each field, `attr` naming it
 * (nested ones joined with a dot, list items by index); every other type has exactly one entry
 * with `attr` null.
 */
export const FailureBody = z.object({
  type: FailureType,
  errors: z.array(z.object({ code: z.string(), detail: z.string(), attr: z.string().nullable() })),
})
export type FailureBody = z.output<typeof FailureBody>

/** A value that was parsed from JSON; its numbers may be of any length. */
export type JsonValue =
  | string
  | boolean
  | null
  | AnyNumber
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** Nothing is checked, because whatever was parsed is JSON. */
export const JsonValue = z.custom<JsonValue>()

/** Any JSON object of a caller's own. */
export const CustomData = z.record(z.string(), JsonValue)
export type CustomData = z.output<typeof CustomData>

/** The same as a field of a form; prompts that refer to a long number get all its digits. */
export const CustomDataText = z
  .string()
  .transform((text, ctx): unknown => {
    try {
      return parseExactJson(text)
    } catch {
      ctx.addIssue({ code: 'custom', message: 'Value must be valid JSON.' })
      return z.NEVER
    }
  })
  .pipe(CustomData)
