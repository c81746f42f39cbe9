/** The door of this room: all that other rooms may use. */
export { rotateTextKey, showTextKey } from './keys/text-keys.ts'
