/** One that is made while the module is loaded, and one that is made when somebody asks. */
export const early = new RegExp(['a', 'b'].join('+'))

export const late = (text: string) => new RegExp(text)
