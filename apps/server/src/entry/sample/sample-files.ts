/** The name of the sample's project, tool, workflow and deployment. */
export const displayName = 'Invoices (sample)'
export const apiName = 'invoices-sample'

const named = (name: string) => ({ name, url: new URL(name, import.meta.url) })

/** Made by the testkit's `sampleInvoices`, and kept here because a product has no testkit. */
export const sampleFiles = [
  // The first one is what the project opens with.
  named('invoice-20260388.pdf'),
  named('invoice-TR-2026-0417.pdf'),
] as const
