/** A folder of models that cannot be used; the message says why to whoever set it up. */
export class ModelsProblem extends Error {
  override readonly name = 'ModelsProblem'

  constructor(folder: string, reason: string, options?: ErrorOptions) {
    super(`The OCR models in ${folder} cannot be used: ${reason}.`, options)
  }
}
