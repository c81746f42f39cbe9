import { z } from 'zod'

/** What can be told by its form. */
export const MaskedKind = z.enum(['iban', 'card', 'phone', 'email', 'tax_id'])
export type MaskedKind = z.output<typeof MaskedKind>

/** How many words, prompts and countries a project may mask by. */
export const mostMaskedWords = 1000
const mostPrompts = 100
const mostCountries = 30

/**
 * What of a project's texts is masked where they go to adapters that are outside: kinds of values, names and words,
 * and the values of prompts by their keys.
 */
export const Masking = z.object({
  kinds: z.array(MaskedKind).max(MaskedKind.options.length).default([]),
  words: z.array(z.string().trim().min(2).max(200)).max(mostMaskedWords).default([]),
  /** ISO 3166, two letters: their telephone numbers are known without a prefix. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(mostCountries)
    .default([]),
  prompts: z.array(z.string().min(1).max(255)).max(mostPrompts).default([]),
})
export type Masking = z.output<typeof Masking>

export const noMasking: Masking = { kinds: [], words: [], countries: [], prompts: [] }
