/** Fields that a sign-in stores in the settings. */
export const tokenFields = [
  'access_token',
  'refresh_token',
  'token_type',
  'expires',
  'auth_time',
  'provider',
  'uid',
  'token_expiry',
  'refresh_after',
] as const

/** Those of them that replies do not show. */
export const secretTokens = ['access_token', 'refresh_token'] as const
