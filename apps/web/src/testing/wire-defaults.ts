import { defaultsOf, type Fields, toWire } from '@recto/contract/wire/fields'

/** What a reply has of a new noun whose required fields the test adds. */
export const wireDefaults = <F extends Fields>(fields: F) => toWire(fields, defaultsOf(fields))
