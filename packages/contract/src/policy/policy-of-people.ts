type PeoplePolicies<Line> = {
  readonly admins: Line
  readonly everyMember: Line
  /** Includes callers with a platform API key. */
  readonly adminsAndKeys: Line
}

/** The part of the policy that is about people, their groups and keys, and what admins see of them. */
export const peoplePolicies = <Line>({
  admins,
  everyMember,
  adminsAndKeys,
}: PeoplePolicies<Line>): Readonly<Record<string, Line>> => ({
  'POST /users/invite/': admins,
  'GET /invitation/': admins,
  'DELETE /invitation/:id/': admins,
  'DELETE /users/': admins,
  'DELETE /users/:user_id/second-factor/': admins,
  'POST /users/role/': admins,
  'DELETE /users/role/': admins,
  'GET /platform/keys/': admins,
  'POST /platform/keys/': admins,
  'PUT /platform/keys/': admins,
  'PUT /platform/keys/:id/': admins,
  'DELETE /platform/keys/:id/': admins,
  'GET /platform-api/keys/': admins,
  'POST /platform-api/keys/': admins,
  'GET /platform-api/keys/:id/': admins,
  'PATCH /platform-api/keys/:id/': admins,
  'DELETE /platform-api/keys/:id/': admins,
  'POST /platform-api/keys/:id/rotate/': adminsAndKeys,
  'GET /global-api-deployment/keys/': admins,
  'POST /global-api-deployment/keys/': admins,
  'GET /global-api-deployment/keys/:id/': admins,
  'PATCH /global-api-deployment/keys/:id/': admins,
  'DELETE /global-api-deployment/keys/:id/': admins,
  'POST /global-api-deployment/keys/:id/rotate/': admins,
  'GET /global-api-deployment/deployments/': admins,
  'GET /organization/settings': admins,
  'PATCH /organization/settings': admins,
  'GET /organization/deletion': admins,
  'POST /organization/deletion': admins,
  'DELETE /organization/deletion': admins,
  'GET /groups/': everyMember,
  'POST /groups/': adminsAndKeys,
  'GET /groups/:id/': everyMember,
  'PUT /groups/:id/': adminsAndKeys,
  'PATCH /groups/:id/': adminsAndKeys,
  'DELETE /groups/:id/': adminsAndKeys,
  'GET /groups/:id/members/': everyMember,
  'POST /groups/:id/members/': adminsAndKeys,
  'DELETE /groups/:id/members/:user_id/': adminsAndKeys,
  'GET /groups/:id/resources/': adminsAndKeys,
  'GET /audit/': admins,
  'GET /audit/export/': admins,
})

/** The part of the policy for people who manage the second factors of their own account, or delete it. */
export const ownAccountPolicies = <Line>(session: Line): Readonly<Record<string, Line>> => ({
  'GET /api/v1/account/deletion': session,
  'POST /api/v1/account/deletion': session,
  'DELETE /api/v1/account/deletion': session,
  'GET /api/v1/second-factor/': session,
  'POST /api/v1/second-factor/authenticator/': session,
  'POST /api/v1/second-factor/authenticator/confirm/': session,
  'DELETE /api/v1/second-factor/authenticator/': session,
  'POST /api/v1/second-factor/passkeys/options/': session,
  'POST /api/v1/second-factor/passkeys/': session,
  'PATCH /api/v1/second-factor/passkeys/:id/': session,
  'DELETE /api/v1/second-factor/passkeys/:id/': session,
  'POST /api/v1/second-factor/recovery-codes/': session,
})
