import { z } from 'zod'

/**
 * Control characters, line separators, and characters that set the direction of the text around
 * them. Letters of right-to-left scripts need none of them, and neither do their joiners.
 */
const hiddenCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/gu
const visibleCharacters = /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]*$/u

/** Check for a name that a person chose: it must look like what it is. */
export const visibleText = z.regex(
  visibleCharacters,
  'Remove the invisible characters. A name must not contain line breaks, control characters or characters that change the direction of text.',
)

/** A name that a person chose, of at most so many characters. */
export const nameText = (maxLength: number) =>
  z.string().trim().min(1).max(maxLength).check(visibleText)

/**
 * Replaces hidden characters by spaces, in names that come from elsewhere and are accepted as they
 * are, such as those of files.
 */
export const showHiddenCharacters = (name: string): string => name.replace(hiddenCharacters, ' ')
