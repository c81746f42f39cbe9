import { z } from 'zod'

/** A whole number within bounds. */
export const wholeNumberSetting = (message: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)

/** A URL with one of these protocols. */
export const urlWithProtocol = (protocols: readonly string[], message: string) =>
  z.string().refine((value) => {
    const url = URL.parse(value)
    return url !== null && protocols.includes(url.protocol)
  }, message)
