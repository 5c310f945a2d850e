/** Why nothing was converted. */
export type RefusalCode =
  | 'manifest_too_large'
  | 'manifest_too_deep'
  | 'manifest_not_json'
  | 'manifest_not_dbt'
  | 'manifest_version_unsupported'
  | 'manifest_inconsistent'
  | 'name_not_allowed'
  | 'too_many_models'
  | 'too_many_columns'
  | 'duplicate_cube'
  | 'option_invalid'
  | 'selector_unsupported'
  | 'no_models_matched'
  | 'schemas_collapsed'
  | 'models_lost'
  | 'file_not_generated'

/** A conversion that is refused as a whole; its message is for the person who owns the dbt project. */
export class ConversionRefused extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'ConversionRefused'
    this.code = code
  }
}
