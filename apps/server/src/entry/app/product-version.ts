/** The version that programs are told. */
export const productVersion = '0.1.0'
