/** One expression is built while the module is loaded, the other when the function is called. */
Object.assign(globalThis, {
  early: new RegExp(['a', 'b'].join('+')),
  late: (text: string) => new RegExp(text),
})
