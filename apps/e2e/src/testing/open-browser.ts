import { accessSync, constants } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

export type { Browser } from 'playwright-core'

/** The first one has no windows of its own, and takes a sixth less of the processor. */
const candidates = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

const executablePath = candidates.find(isExecutable)

/** Whether this machine has a browser; `npm run setup:test` installs one. */
export const hasBrowser = executablePath !== undefined

/** Opens the system's Chromium with a new profile and without any background requests. */
export async function openBrowser(): Promise<Browser> {
  if (!executablePath)
    throw new Error(`None of these browsers is installed: ${candidates.join(', ')}.`)
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page of a story lives for seconds. Optimizing its code takes longer than the optimized code saves.
      '--js-flags=--no-maglev --no-turbofan',
    ],
  })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
