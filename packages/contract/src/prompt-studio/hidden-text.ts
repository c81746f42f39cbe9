import { z } from 'zod'

/**
 * What becomes of text that a document's file has and its pages do not show: it is left out of everything that is asked, it stays and
 * is named, or its document fails. `off`: nobody looks for it. A document does not fail for the descriptions of its images.
 */
export const hiddenTextPolicies = ['leave_out', 'flag', 'refuse', 'off'] as const
export const HiddenTextPolicy = z.enum(hiddenTextPolicies)
export type HiddenTextPolicy = z.output<typeof HiddenTextPolicy>

/** The policies as people read them. */
export const hiddenTextPolicyLabels: Readonly<Record<HiddenTextPolicy, string>> = {
  leave_out: 'Exclude it from prompts',
  flag: 'Keep it and flag it',
  refuse: 'Reject documents that contain it',
  off: 'Do not check for hidden text',
}

/** Reason why the text is invisible. */
const HiddenReason = z.enum([
  'no-contrast',
  'transparent',
  'tiny',
  'outside',
  'covered',
  'layer',
  'annotation',
  'characters',
  'other-letters',
  'description',
])

/** A line of it: the page from zero, its box in points of the page as displayed. */
export const HiddenLine = z.object({
  page: z.number().int(),
  text: z.string(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  reason: HiddenReason,
})
export type HiddenLine = z.output<typeof HiddenLine>

/** Display texts for the reasons why text is invisible. */
export const hiddenReasons: Readonly<Record<HiddenLine['reason'], string>> = {
  'no-contrast': 'in the color of the background',
  transparent: 'transparent',
  tiny: 'smaller than two points',
  outside: 'outside the visible page',
  covered: 'covered by something else',
  layer: 'on a hidden layer or in a hidden part',
  annotation: 'in a hidden annotation',
  characters: 'in characters without a visible shape',
  'other-letters': 'drawn with the shapes of other letters',
  description: 'the description of an image',
}
