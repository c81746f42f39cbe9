import type { Config } from '../config/config.ts'
import type { HumanCheckConfig } from '../config/simple-studio-settings.ts'

/** Hosts from which each captcha service loads its script and its frame. */
const captchaHosts: Readonly<Record<HumanCheckConfig['kind'], readonly string[]>> = {
  recaptcha: ['https://www.google.com', 'https://www.gstatic.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
}

/**
 * Builds the content security policy of the pages: our own resources, and the configured captcha
 * service.
 */
export function buildContentSecurityPolicy({ simpleStudio }: Pick<Config, 'simpleStudio'>): string {
  const kind = simpleStudio.humanCheck?.kind
  const hosts = (kind ? captchaHosts[kind] : []).map((host) => ` ${host}`).join('')
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
