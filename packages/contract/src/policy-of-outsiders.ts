/** The part of the policy for who has no session: clients of the text service, and readers of what is public. */
export const linesOfOutsiders = <Line>({
  anyone,
  key,
}: {
  readonly anyone: Line
  readonly key: Line
}): Readonly<Record<string, Line>> => ({
  'GET /public/share/prompt-studio-metadata/': anyone,
  'GET /public/share/document-metadata/': anyone,
  'GET /public/share/select-choices/': anyone,
  'GET /public/share/profiles-metadata/': anyone,
  'GET /public/share/adapter-metadata/': anyone,
  'GET /public/share/document-contents/': anyone,
  'GET /public/share/document-pages/': anyone,
  'GET /public/share/document-page/': anyone,
  'GET /public/share/outputs-metadata/': anyone,
  'GET /public/share/index-metadata/': anyone,
  'GET /public/share/default-output-metadata/': anyone,
  'POST /api/v2/whisper': key,
  'GET /api/v2/whisper-status': key,
  'GET /api/v2/whisper-detail': key,
  'GET /api/v2/whisper-retrieve': key,
  'GET /api/v2/highlights': key,
  'GET /api/v2/get-usage-info': key,
  'GET /api/v2/usage': key,
  'GET /api/v2/test-connection': key,
  'POST /api/v2/whisper-manage-callback': key,
  'PUT /api/v2/whisper-manage-callback': key,
  'GET /api/v2/whisper-manage-callback': key,
  'DELETE /api/v2/whisper-manage-callback': key,
})
