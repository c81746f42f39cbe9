/** One that is made while the module is loaded, and one that is made when somebody asks. */
Object.assign(globalThis, {
  early: new RegExp(['a', 'b'].join('+')),
  late: (text: string) => new RegExp(text),
})
