import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import type { Schema } from "./api-document.ts";
import { fieldsOf, nameLimits, nameType, type Field } from "./describe-schema.ts";
import { apiTexts } from "./api-texts.ts";

function FieldHead({ field }: { field: Field }): ReactNode {
  const t = useWords(apiTexts);
  const { name, schema, isRequired } = field;
  return (
    <>
      <code className="font-mono">{name}</code>{" "}
      <code className="font-mono break-words text-ink-2">{nameType(schema)}</code>{" "}
      <span className="text-ink-3">
        {[isRequired ? t("required") : t("optional"), ...nameLimits(schema)].join(" · ")}
      </span>
      {schema.description === undefined ? null : (
        <span className="block text-ink-2">{schema.description}</span>
      )}
    </>
  );
}

/** The fields of a value; what has fields itself opens to them. */
export function SchemaView({ schema }: { schema: Schema }): ReactNode {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return <code className="font-mono text-xs break-words">{nameType(schema)}</code>;
  return (
    <ul className="space-y-1 text-xs">
      {fields.map((field, index) => (
        // Several shapes of one value may have a field of the same name.
        <li key={`${field.name} ${index}`}>
          {fieldsOf(field.schema).length === 0 ? (
            <div className="pl-4">
              <FieldHead field={field} />
            </div>
          ) : (
            <details>
              <summary className="cursor-pointer">
                <FieldHead field={field} />
              </summary>
              <div className="mt-1 ml-1.5 border-l border-line pl-3">
                <SchemaView schema={field.schema} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
