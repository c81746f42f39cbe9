/** Rules by which statements of people are read, to check that they only select. */
export type StatementRules = {
  /** Marks around texts and quoted names, with the closing one if it differs. */
  readonly quotes: readonly QuoteRules[]
  /** Marks that begin a comment up to the end of the line. */
  readonly lineComments: readonly string[]
  /**
   * Whether comments in comments are counted. Elsewhere they are refused, except where a service certainly ignores
   * them.
   */
  readonly nestedComments: 'counted' | 'ignored' | 'refused'
  /** Whether texts such as $$…$$ exist; `refused` where they may have a tag, whose letters services differ about. */
  readonly dollarTexts: 'plain' | 'refused' | 'none'
  /** Differences of one service that fit no rule above. */
  readonly oddities: 'postgres' | 'mysql' | 'oracle' | 'snowflake' | 'none'
  /** Whether statements can follow each other without a semicolon, so that any word may begin one. */
  readonly isSequence?: boolean
  /** Words that no reading statement of this service has, in addition to those of all services. */
  readonly words: ReadonlySet<string>
  /** Two words that no reading statement has next to each other. */
  readonly pairs?: ReadonlySet<string>
  /** Functions that do more than read, or reach other servers. They are found in quoted names as well. */
  readonly functions: RegExp | null
}

export type QuoteRules = {
  readonly mark: string
  readonly end: string
  readonly isName: boolean
  /**
   * Whether a backslash makes the next character part of the text. `unknown` refuses texts whose end would depend on
   * it.
   */
  readonly backslash: 'always' | 'never' | 'unknown'
  /** Whether a mark written twice is part of the text. */
  readonly isDoubled: boolean
}

const text = (backslash: QuoteRules['backslash'], mark = "'"): QuoteRules => ({
  mark,
  end: mark,
  isName: false,
  backslash,
  isDoubled: true,
})
const name = (mark: string, end = mark): QuoteRules => ({
  mark,
  end,
  isName: true,
  backslash: 'never',
  isDoubled: true,
})

const listWords = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** A server program, a file, another session or another server is reached by these. */
const postgresFunctions =
  /^(?:dblink\w*|lo_import|lo_export|pg_(?:terminate_backend|cancel_backend|read_\w+|ls_\w+|stat_file|file_\w+|reload_conf|rotate_logfile|promote|switch_wal|notify|logical_emit_message|(?:create|drop|start|stop|backup|log)_\w+|(?:try_)?advisory_\w+))$/

export const postgresRules: StatementRules = {
  // A setting of the server decides what a backslash means.
  quotes: [text('unknown'), name('"')],
  lineComments: ['--'],
  nestedComments: 'counted',
  dollarTexts: 'refused',
  oddities: 'postgres',
  words: new Set(),
  functions: postgresFunctions,
}

/**
 * Redshift continues an old PostgreSQL. What it does not say about its comments is refused.
 */
export const redshiftRules: StatementRules = {
  ...postgresRules,
  nestedComments: 'refused',
}

export const mysqlRules: StatementRules = {
  quotes: [text('always'), text('always', '"'), name('`')],
  lineComments: ['#', '--'],
  nestedComments: 'ignored',
  dollarTexts: 'none',
  oddities: 'mysql',
  words: new Set(),
  pairs: new Set(['lock in', 'for share']),
  functions: /^(?:load_file|get_lock|sys_exec|sys_eval)$/,
}

/**
 * Nothing needs to stand between two statements of SQL Server, so no word may be there that begins one. Hints that
 * take or hold locks would hold up those who write.
 */
export const mssqlRules: StatementRules = {
  quotes: [text('never'), name('"'), name('[', ']')],
  lineComments: ['--'],
  nestedComments: 'refused',
  dollarTexts: 'none',
  oddities: 'none',
  isSequence: true,
  words: listWords(`
    exec execute create declare set begin commit rollback save use if while waitfor goto return raiserror print throw
    open close deallocate backup restore bulk dbcc kill shutdown reconfigure checkpoint deny revoke revert setuser dump
    load readtext writetext updatetext disable enable send receive conversation add tablock tablockx updlock xlock
    holdlock paglock repeatableread serializable option`),
  pairs: new Set(['next value']),
  functions:
    /^(?:openrowset|openquery|opendatasource|fn_(?:xe_\w+|get_audit_file|trace_\w+|dump_dblog)|dm_os_(?:file_exists|enumerate_\w+))$/,
}

/** Packages that run statements, open files or call other servers do so in a transaction that only reads, too. */
export const oracleRules: StatementRules = {
  quotes: [text('never'), name('"')],
  lineComments: ['--'],
  nestedComments: 'refused',
  dollarTexts: 'none',
  oddities: 'oracle',
  words: listWords('function procedure begin declare external preprocessor nextval'),
  functions:
    /^(?:nextval|dbms_\w+|utl_\w+|owa(?:_\w+)?|htp|htf|apex_\w+|ctx_\w+|kupp\$\w+|bfilename|httpuritype|ftpuritype|xdburitype|dburitype|uritype|urifactory)$/,
}

/** The file is opened to be read only. */
export const sqliteRules: StatementRules = {
  quotes: [text('never'), name('"'), name('`'), { ...name('[', ']'), isDoubled: false }],
  lineComments: ['--'],
  nestedComments: 'refused',
  dollarTexts: 'none',
  oddities: 'none',
  words: new Set(),
  functions: /^(?:load_extension|readfile|writefile|edit)$/,
}

/** Functions of the system cancel queries, send mail and change what is running. */
export const snowflakeRules: StatementRules = {
  quotes: [text('always'), name('"')],
  lineComments: ['--', '//'],
  nestedComments: 'refused',
  dollarTexts: 'plain',
  oddities: 'snowflake',
  words: listWords('procedure nextval'),
  functions: /^(?:system\$.*|nextval|getnextval|identifier)$/,
}

const bigqueryText = (mark: string): QuoteRules => ({ ...text('always', mark), isDoubled: false })

/** A federated query is run by another database, unread. */
export const bigqueryRules: StatementRules = {
  quotes: [
    bigqueryText("'''"),
    bigqueryText('"""'),
    bigqueryText("'"),
    bigqueryText('"'),
    { ...bigqueryText('`'), isName: true },
  ],
  lineComments: ['#', '--'],
  nestedComments: 'refused',
  dollarTexts: 'none',
  oddities: 'none',
  words: listWords('create export'),
  functions: /^external_query$/,
}
