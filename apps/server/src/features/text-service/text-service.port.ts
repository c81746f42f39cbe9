/** Public entry of this feature: all that other features may import. */
export { rotateTextKey, showTextKey } from './keys/text-keys.ts'
