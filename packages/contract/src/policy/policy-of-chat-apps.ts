type ChatAppLines<Line> = {
  readonly everyMember: Line
  /** Everybody but reviewers. */
  readonly editors: Line
  /** Those who may deploy the workflow that an app answers from. */
  readonly deployers: Line
}

/**
 * The part of the policy that is about apps: every member asks them, whoever deploys workflows makes them, and all but
 * reviewers edit and delete them.
 */
export const chatAppPolicies = <Line>({
  everyMember,
  editors,
  deployers,
}: ChatAppLines<Line>): Readonly<Record<string, Line>> => ({
  'GET /app/': everyMember,
  'POST /app/': deployers,
  'PATCH /app/:id/': editors,
  'DELETE /app/:id/': editors,
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
