using System.Text.Json;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;

namespace PlayHouse.Lab.Runner.Validate.Yaml;

/// <summary>A rule as JSON Schema (2020-12), for editors.</summary>
internal static class JsonSchemaWriter
{
    public static string Write(string id, string title, ObjectRule root)
    {
        JsonObject schema = Describe(root);
        var document = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["$id"] = id,
            ["title"] = title,
        };
        foreach ((string key, JsonNode? value) in schema)
        {
            document[key] = value?.DeepClone();
        }

        var options = new JsonSerializerOptions(LabJson.Indented) { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        return document.ToJsonString(options).ReplaceLineEndings("\n") + "\n";
    }

    private static JsonObject Describe(ValueRule rule) => rule switch
    {
        TextRule text => Text(text),
        WordRule words => new JsonObject { ["enum"] = new JsonArray([.. words.Words.Select(w => JsonValue.Create(w))]) },
        NumberRule number => Number(number),
        FlagRule => new JsonObject { ["type"] = "boolean" },
        ListRule list => new JsonObject
        {
            ["type"] = "array",
            ["minItems"] = list.MinItems,
            ["maxItems"] = list.MaxItems,
            ["items"] = Describe(list.Item),
        },
        ObjectRule keys => Keys(keys),
        ShortOrObjectRule either => new JsonObject { ["oneOf"] = new JsonArray(Describe(either.Short), Describe(either.Long)) },
        _ => throw new InvalidOperationException(rule.GetType().Name),
    };

    private static JsonObject Text(TextRule rule)
    {
        var schema = new JsonObject { ["type"] = "string", ["minLength"] = 1, ["maxLength"] = rule.MaxLength };
        if (rule.Pattern is not null)
        {
            schema["pattern"] = rule.Pattern.Replace("\\z", "$", StringComparison.Ordinal);
        }

        return schema;
    }

    private static JsonObject Number(NumberRule rule)
    {
        var number = new JsonObject { ["type"] = rule.IsWhole ? "integer" : "number", ["minimum"] = rule.Min, ["maximum"] = rule.Max };
        return rule.OrWord is null
            ? number
            : new JsonObject { ["oneOf"] = new JsonArray(new JsonObject { ["const"] = rule.OrWord }, number) };
    }

    private static JsonObject Keys(ObjectRule rule)
    {
        var properties = new JsonObject();
        foreach (KeyRule key in rule.Keys)
        {
            JsonObject property = Describe(key.Value);
            property["description"] = key.Summary;
            properties[key.Name] = property;
        }

        var schema = new JsonObject { ["type"] = "object", ["properties"] = properties };
        if (rule.Keys.Any(k => k.IsRequired))
        {
            schema["required"] = new JsonArray([.. rule.Keys.Where(k => k.IsRequired).Select(k => JsonValue.Create(k.Name))]);
        }

        if (rule.Others is { } others)
        {
            schema["patternProperties"] = new JsonObject { [others.Pattern.Replace("\\z", "$", StringComparison.Ordinal)] = Describe(others.Value) };
            schema["maxProperties"] = rule.Keys.Count + others.MaxCount;
        }

        schema["additionalProperties"] = false;
        return schema;
    }
}
