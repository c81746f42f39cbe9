/** The package states its types as those of a module with a default export, which it is not for Node. */
declare module 'bidi-js' {
  type EmbeddingLevels = { readonly levels: Uint8Array }
  type Bidi = {
    getEmbeddingLevels(text: string, baseDirection: 'ltr' | 'rtl'): EmbeddingLevels
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[]
    getBidiCharTypeName(character: string): string
    getMirroredCharacter(character: string): string | null
  }
  function openBidi(): Bidi
  export = openBidi
}
