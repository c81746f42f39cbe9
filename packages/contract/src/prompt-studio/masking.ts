import { z } from 'zod'

/** Kinds of values that can be recognized by their format. */
export const MaskedKind = z.enum(['iban', 'card', 'phone', 'email', 'tax_id'])
export type MaskedKind = z.output<typeof MaskedKind>

/** Maximum numbers of words, prompts and countries that a project can mask by. */
export const maxMaskedWords = 1000
const maxMaskedPrompts = 100
const maxCountries = 30

/**
 * Selects what is masked in texts that go to external adapters: kinds of values, names and words,
 * and the values of prompts by their keys.
 */
export const Masking = z.object({
  kinds: z.array(MaskedKind).max(MaskedKind.options.length).default([]),
  words: z.array(z.string().trim().min(2).max(200)).max(maxMaskedWords).default([]),
  /** ISO 3166, two letters: their telephone numbers are known without a prefix. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(maxCountries)
    .default([]),
  prompts: z.array(z.string().min(1).max(255)).max(maxMaskedPrompts).default([]),
})
export type Masking = z.output<typeof Masking>

export const noMasking: Masking = { kinds: [], words: [], countries: [], prompts: [] }
