/** Public entry of this feature: all that other features may import. */
export { openTextFile } from './files/open-text-file.ts'
export { rotateTextKey, showTextKey } from './keys/text-keys.ts'
