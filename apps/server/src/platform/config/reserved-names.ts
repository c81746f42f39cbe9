/**
 * First path segments that no organization may use as its slug: pages outside of organizations, and
 * API paths.
 */
export const reservedNames: readonly string[] = [
  'landing',
  'mock_org',
  'api',
  'deployment',
  'mr',
  'internal',
  'public',
  'error',
  'setorg',
  'selectproduct',
  'subscription-expired',
  'payment',
  'oauth-status',
  'simple-prompt-studio',
  'promptstudio',
  'llm-whisperer',
  'verticals',
  'login',
  'sign-up',
  'new-organization',
  'forgotten-password',
  'reset-password',
  'invitation',
  'assets',
  'icons',
  'health',
  'metrics',
]
