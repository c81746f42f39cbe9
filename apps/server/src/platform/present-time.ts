/** A time as the wire has it: ISO 8601 in UTC with microseconds. */
export function presentTime(time: Date): string {
  return time.toISOString().replace('Z', '000Z')
}
