import type { DetectedFile } from '../detect/file-type.ts'
import type { Mail } from './mail-flow.ts'
import { readEml } from './read-eml.ts'
import { readMsg } from './read-msg.ts'

/** `undefined` for what is no mail. Throws `ReadError`. */
export async function readMail({ bytes, type }: DetectedFile): Promise<Mail | undefined> {
  if (type.type === 'eml') return readEml(bytes)
  return type.type === 'msg' ? readMsg(bytes) : undefined
}
