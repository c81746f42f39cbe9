/** The part of the policy that is about apps: every member asks them, and whoever builds workflows makes them. */
export const chatAppPolicies = <Line>(
  everyMember: Line,
  builders: (...acts: readonly 'workflow/deploy'[]) => Line,
): Readonly<Record<string, Line>> => ({
  'GET /app/': everyMember,
  'POST /app/': builders('workflow/deploy'),
  'PATCH /app/:id/': builders(),
  'DELETE /app/:id/': builders(),
  'GET /app/documents/:app_id/': everyMember,
  'GET /app/canned_question/:app_id/': everyMember,
  'POST /canned_question': everyMember,
  'PATCH /canned_question/:id/': everyMember,
  'DELETE /canned_question/:id/': everyMember,
  'GET /app/document/:id/pages/': everyMember,
  'GET /app/document/:id/page/': everyMember,
  'GET /app/chats/:app_id/': everyMember,
  'POST /chat_history/': everyMember,
  'GET /chat_history/:id/': everyMember,
  'DELETE /chat_history/:id/': everyMember,
  'POST /chat/': everyMember,
  'POST /chat/:id/retry/': everyMember,
  'POST /chat/:id/stop/': everyMember,
})
