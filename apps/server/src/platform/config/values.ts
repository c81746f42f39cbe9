import { z } from 'zod'

/** A whole number, whose refusal is `text`. */
export const whole = (text: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, text)
    .transform(Number)
    .refine((value) => value >= min && value <= max, text)

/** An address with one of these protocols. */
export const urlOf = (protocols: readonly string[], text: string) =>
  z.string().refine((value) => {
    const url = URL.parse(value)
    return url !== null && protocols.includes(url.protocol)
  }, text)
