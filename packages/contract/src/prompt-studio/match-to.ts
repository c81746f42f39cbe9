import { z } from 'zod'
import { nameText } from '../wire/names.ts'

const ColumnName = z.string().trim().min(1).max(255)

/**
 * A prompt's setting *Match to*: the lookup table that its value is matched to, by name, so that project files carry
 * it. A column is compared with the value of the prompt itself (`field: null`) or of another prompt of the project. If
 * the prompt asks for a list, `list_column` names the column of its rows that is compared, and each row is matched.
 */
export const MatchTo = z.strictObject({
  table: nameText(128),
  compare: z
    .array(
      z.strictObject({
        column: ColumnName,
        field: z.string().trim().min(1).max(255).nullable(),
        list_column: ColumnName.optional(),
      }),
    )
    .min(1)
    .max(10),
  /** Columns whose values are added to the result. */
  add: z.array(ColumnName).max(20).default([]),
})
export type MatchTo = z.output<typeof MatchTo>
