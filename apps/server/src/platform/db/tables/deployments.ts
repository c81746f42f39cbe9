export type DeploymentTables = Record<never, never>
