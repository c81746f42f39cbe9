/** The `code` of a system or PostgreSQL error, such as ENOENT or 57P03. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
