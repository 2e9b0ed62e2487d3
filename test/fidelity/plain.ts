/** A model of theirs as plain data: an enum is one of its words. */
export type Plain<T> =
  T extends string ? `${T}`
    : T extends readonly (infer Item)[] ? Plain<Item>[]
      : T extends object ? { [Field in keyof T]: Plain<T[Field]> }
        : T;
