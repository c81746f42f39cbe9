import { conflict } from '../../platform/app-error.ts'

/** What a replay meets where nothing is stored: to call would be to pay. */
export function notKept(key: string): never {
  throw conflict(`The reply to the call “${key}” is not kept, so this cannot be replayed.`)
}
