const listWords = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/**
 * Functions of any service that only compute. Databases have thousands of others, and people write further ones, so that
 * what is not here is refused: a view in the database can use it.
 */
const functions = listWords(`
  abs acos acosd add_days add_months addmonths age ascii asin atan atan2 avg any_value approx_count_distinct
  approx_percentile array_agg array_append array_cat array_concat array_contains array_construct array_length array_position array_remove array_replace
  array_size array_slice array_to_string array_transform arrayagg arrays_overlap base64_decode_string base64_encode
  bit_and bit_count bit_length bit_or bit_xor bitand bitor bitxor bool_and bool_or booland_agg boolor_agg btrim
  cardinality cast cbrt ceil ceiling char_length character_length charindex chr coalesce collate collation compress concat concat_ws
  contains contains_substr conv convert convert_timezone convert_tz corr cos cosh cot count count_big count_if countif
  covar_pop covar_samp cume_dist curdate current_date current_database current_schema current_time current_timestamp
  current_user curtime date date_add date_bin date_diff date_format date_from_parts date_part date_sub date_trunc
  dateadd datediff datediff_big datefromparts datename datepart datetime datetime_add datetime_diff datetime_sub
  datetime_trunc datetimefromparts datetrunc day dayname dayofmonth dayofweek dayofyear days_add decode degrees
  dense_rank div div0 edit_distance editdistance elt encode endswith ends_with eomonth every exp extract extractvalue
  field find_in_set first first_value flatten floor format format_date format_datetime format_timestamp from_base64
  from_days from_hex from_unixtime generate_array generate_date_array generate_series generate_subscripts
  get get_path getbit getdate getutcdate glob greatest group_concat group_id grouping grouping_id
  hashbytes hex hour iff ifnull iif ilike initcap insert instr instrb int isnull isdate isjson isnumeric is_null_value is_array is_object
  json json_agg json_array json_array_elements json_array_elements_text json_array_length json_arrayagg json_build_array
  json_build_object json_contains json_contains_path json_each json_each_text json_exists json_extract json_extract_array
  json_extract_path json_extract_path_text json_extract_scalar json_extract_string_array json_group_array
  json_group_object json_keys json_length json_object json_object_agg json_object_keys json_objectagg
  json_parse json_populate_record json_query json_query_array json_quote json_search json_serialize json_strip_nulls json_table json_to_record
  json_to_recordset json_type json_typeof json_unquote json_valid json_value json_value_array jsonb_agg
  jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each
  jsonb_each_text jsonb_exists jsonb_extract_path jsonb_extract_path_text jsonb_object_agg jsonb_object_keys
  jsonb_path_exists jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_pretty jsonb_strip_nulls
  jsonb_to_record jsonb_to_recordset jsonb_typeof julianday justify_days justify_hours justify_interval
  lag last last_day last_value lastday lcase lead least left len length length_bytes lengthb levenshtein ln localtime
  localtimestamp locate log log10 log2 logical_and logical_or lower lpad ltrim make_date make_interval make_time
  make_timestamp make_timestamptz makedate maketime mask max max_by md5 median microsecond mid min min_by minute mod mode month monthname months_between nanvl
  nchar newid next_day normalize normalize_and_casefold now nth_value ntile nullif nullifzero numtodsinterval numtoyminterval nvl nvl2
  object_agg object_construct object_construct_keep_null object_delete object_insert object_keys object_pick octet_length
  ord overlay parse parse_date parse_datetime parse_json parse_numeric parse_timestamp parse_url parsename patindex percent_rank
  percentile_cont percentile_disc period_add period_diff pi position pow power printf quarter quote quotename radians
  rank ratio_to_report regexp_count regexp_contains regexp_extract regexp_extract_all regexp_instr regexp_like
  regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr regr_avgx
  regr_avgy regr_count regr_intercept regr_r2 regr_slope remainder repeat replace replicate reverse right round row_number
  row_to_json rpad rtrim rtrimmed safe_add safe_cast safe_convert_bytes_to_string safe_divide safe_multiply safe_subtract
  sec_to_time second seq4 seq8 sha sha1 sha1_hex sha2 sha2_hex sha256 sha512 sign sin sinh soundex space split split_part split_to_table
  sqrt square standard_hash starts_with startswith stddev stddev_pop stddev_samp stdev stdevp str str_to_date strcmp strftime string string_agg string_split
  string_to_array string_to_table strpos strtod strtok strtok_to_array stuff subdate substr substrb substring
  substring_index subtime sum sysdate sysdatetime sysdatetimeoffset systimestamp sysutcdatetime tan tanh textpos time time_diff
  time_format time_slice time_to_sec time_trunc timediff timefromparts timestamp timestamp_add timestamp_diff timestamp_micros timestamp_millis
  timestamp_seconds timestamp_sub timestamp_trunc timestampadd timestampdiff to_array to_ascii to_base64 to_binary
  to_boolean to_binary_double to_binary_float to_blob to_char to_clob to_date to_days to_decimal to_double to_dsinterval to_hex to_json to_json_string to_jsonb
  to_lob to_nchar to_number to_numeric to_object to_seconds to_time to_timestamp to_timestamp_ltz to_timestamp_ntz to_timestamp_tz to_varchar
  to_variant to_yminterval todatetimeoffset total translate trim trunc truncate try_cast try_convert try_parse try_parse_json
  try_to_date try_to_decimal try_to_number try_to_numeric try_to_time try_to_timestamp typeof ucase uid unaccent unicode unistr unix_date
  unix_micros unix_millis unix_seconds unix_timestamp unixepoch unnest upper utc_date utc_time utc_timestamp uuid value var_pop var_samp varp variance
  vsize week weekday weekofyear width_bucket year yearofweek yearweek zeroifnull zeroblob
  xmlagg xmlattributes xmlcast xmlconcat xmlelement xmlforest xmlserialize array_reverse array_concat_agg struct row
  sys_extract_utc from_tz dump rowidtochar userenv nlssort nls_upper nls_lower nls_initcap listagg listaggdistinct wm_concat collect 
  tinyint checksum choose datalength difference log1p nullable square rand random randomuuid generate_uuid gen_random_uuid`)

/** Words of statements that parentheses follow, and types that have a size. */
const words = listWords(`
  all and any apply array as asc between bernoulli both by case columns cross cube current desc distinct else end escape
  except exclude exists fetch filter first for force from full group groups grouping having hash ignore in include index inner intersect
  interval into is join keep key lateral leading left like limit loop materialized maxrecursion merge minus natural
  next not null nulls of offset on only option or order ordinality outer over partition passing path pivot prior qualify range recursive
  repeatable respect returning rollup rows sample select sets similar some straight_join system table tablesample then
  to top trailing union unpivot unique use using values when where window with within without xor ilike rlike regexp against match at start connect nolock
  bignumeric bigint binary bit blob bool boolean bpchar byteint bytes char character clob dec decimal double enum float
  float64 int int64 integer long longtext mediumint mediumtext money name national nchar nclob number numeric nvarchar
  nvarchar2 raw real set signed smallint text timestamptz timetz datetime2 datetimeoffset tinytext unsigned varbinary
  varbit varchar varchar2 varying xml zone`)

/** Whether a word may stand before an opening parenthesis. */
export const mayOpen = (word: string): boolean => functions.has(word) || words.has(word)
