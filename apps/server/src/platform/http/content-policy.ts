import type { Config } from '../config/config.ts'
import type { HumanCheckConfig } from '../config/simple-studio-settings.ts'

/** From where each of the services that tell people from machines loads its script and its frame. */
const checkHosts: Readonly<Record<HumanCheckConfig['kind'], readonly string[]>> = {
  recaptcha: ['https://www.google.com', 'https://www.gstatic.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
}

/** What the pages may load: what is ours, and the human check that the installation has chosen, if any. */
export function contentPolicy({ simpleStudio }: Pick<Config, 'simpleStudio'>): string {
  const kind = simpleStudio.humanCheck?.kind
  const hosts = (kind ? checkHosts[kind] : []).map((host) => ` ${host}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${hosts}`,
    // Ant Design writes its styles into the page.
    `style-src 'self' 'unsafe-inline'${hosts}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    `connect-src 'self'${hosts}`,
    `frame-src 'self'${hosts}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
