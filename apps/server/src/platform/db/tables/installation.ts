export type InstallationTables = {
  /** Facts of the whole installation: what was seeded, and a value that proves the encryption key. */
  installation: { key: string; value: string }
}
