/** The part of the policy that is about what is asked of the documents of a project, and what comes of it. */
export const linesOfRuns = <Line>(whoSees: Line): Readonly<Record<string, Line>> => ({
  'POST /prompt-studio/prompt-preview/:tool_id/': whoSees,
  'POST /prompt-studio/proposed-fields/:tool_id/': whoSees,
  'POST /prompt-studio/proposed-fields/:tool_id/accept/': whoSees,
  'POST /prompt-studio/fetch_response/:tool_id/': whoSees,
  'POST /prompt-studio/bulk_fetch_response/:tool_id/': whoSees,
  'POST /prompt-studio/single-pass-extraction/:tool_id/': whoSees,
  'GET /prompt-studio/:tool_id/runs/': whoSees,
  'POST /prompt-studio/:tool_id/runs/': whoSees,
  'POST /prompt-studio/:tool_id/runs/estimate/': whoSees,
  'POST /prompt-studio/:tool_id/runs/single-pass/': whoSees,
  'POST /prompt-studio/:tool_id/runs/cancel/': whoSees,
  'GET /prompt-studio/:tool_id/task-status/:task_id/': whoSees,
  'GET /prompt-studio/:tool_id/recorded-runs/': whoSees,
  'POST /prompt-studio/:tool_id/recorded-runs/replay/': whoSees,
  'GET /prompt-studio/prompt-output/': whoSees,
  'GET /prompt-studio/prompt-output/prompt-default-profile/': whoSees,
})

/** … and about what calls have used, and how callers mark what they send. */
export const linesOfUsage = <Line>(builders: Line): Readonly<Record<string, Line>> => ({
  'GET /usage/': builders,
  'GET /usage/aggregate/': builders,
  'GET /usage/:id/': builders,
  'GET /tags/': builders,
  'POST /tags/': builders,
  'GET /tags/:id/': builders,
  'PATCH /tags/:id/': builders,
  'DELETE /tags/:id/': builders,
  'GET /tags/:id/workflow-executions/': builders,
  'GET /tags/:id/workflow-file-executions/': builders,
})
