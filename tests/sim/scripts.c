/* SPDX-License-Identifier: MIT */
/* Redis's EVAL: https://redis.io/docs/latest/develop/interact/programmability
 */

#include "tests/sim/scripts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <openssl/sha.h>

#include "redlock/scripts_text.h"
#include "tests/sim/keyspace_parts.h"
#include "tests/sim/mutant.h"

/* Of a script's SHA1. */
#define SHA_LENGTH 40

/* The most words of a command: ZREM and HDEL of 64 members are the longest. */
#define WORDS_MAX 80

static const struct script {
    const char *name;
    const char *sha;
    const char *text;
    size_t length;
} scripts[] = {
#define SCRIPT(name)                                                           \
    {                                                                          \
#name, sha_of_##name, text_of_##name, sizeof(text_of_##name) - 1       \
    }
    SCRIPT(ask),          SCRIPT(confirm),      SCRIPT(extend),
    SCRIPT(grant),        SCRIPT(inspect),      SCRIPT(observe),
    SCRIPT(pass),         SCRIPT(plain_extend), SCRIPT(plain_release),
    SCRIPT(plain_repair), SCRIPT(release),      SCRIPT(repair),
    SCRIPT(init_node),    SCRIPT(mark),
#undef SCRIPT
};

#define SCRIPTS (sizeof(scripts) / sizeof(scripts[0]))

/* The functions that scripts may use, in addition to those of redis and bit. */
static const struct function {
    const char *library; /* "": none */
    const char *name;
} functions[] = {
    {"", "ipairs"},     {"", "pcall"},        {"", "tonumber"},
    {"", "type"},       {"", "unpack"},       {"math", "ceil"},
    {"math", "floor"},  {"math", "max"},      {"math", "min"},
    {"string", "find"}, {"string", "format"}, {"string", "match"},
    {"string", "sub"},  {"table", "concat"},
};

/*
 * Lua uses many small blocks for a short time, so free small blocks are kept by
 * size. Larger ones come from malloc().
 */
#define BLOCK_UNIT 16
#define BLOCK_UNITS 32 /* of the largest small block */
#define SLAB_BYTES 65536

struct block {
    struct block *next;
};

/* The interpreter; there is one in the process. */
static struct engine {
    lua_State *lua;
    int environment;           /* the globals of the scripts */
    int chunks[SCRIPTS];       /* each compiled script; 0: not compiled yet */
    struct sim_server *server; /* of the running script */
    struct sim_result result;  /* of its last command */
    struct block *free[BLOCK_UNITS + 1]; /* by their size in units */
    struct block *slabs; /* memory that is divided into small blocks */
    size_t slab_used;
} engine;

/* --- memory
 * ---------------------------------------------------------------------------
 */

static size_t units_of(size_t size)
{
    return (size + BLOCK_UNIT - 1) / BLOCK_UNIT;
}

/* A slab begins with a pointer to the next one. */
static bool add_slab(void)
{
    struct block *slab = malloc(SLAB_BYTES);

    if (slab == NULL)
        return false;
    slab->next = engine.slabs;
    engine.slabs = slab;
    engine.slab_used = BLOCK_UNIT;
    return true;
}

static void *take_block(size_t units)
{
    struct block *block;

    if (units > BLOCK_UNITS)
        return malloc(units * BLOCK_UNIT);
    block = engine.free[units];
    if (block != NULL) {
        engine.free[units] = block->next;
        return block;
    }
    if ((engine.slabs == NULL ||
         engine.slab_used + units * BLOCK_UNIT > SLAB_BYTES) &&
        !add_slab())
        return NULL;
    engine.slab_used += units * BLOCK_UNIT;
    return (char *)engine.slabs + engine.slab_used - units * BLOCK_UNIT;
}

static void give_block(void *memory, size_t units)
{
    struct block *block = memory;

    if (units > BLOCK_UNITS) {
        free(memory);
        return;
    }
    block->next = engine.free[units];
    engine.free[units] = block;
}

/* A lua_Alloc. */
static void *allocate(void *owner, void *old, size_t old_size, size_t size)
{
    size_t old_units = units_of(old_size);
    size_t units = units_of(size);
    void *block;

    (void)owner;
    if (units == old_units)
        return old;
    if (old_units > BLOCK_UNITS && units > BLOCK_UNITS)
        return realloc(old, units * BLOCK_UNIT);
    block = size == 0 ? NULL : take_block(units);
    if (size > 0 && block == NULL)
        return NULL;
    if (old_size > 0 && block != NULL)
        memcpy(block, old, old_size < size ? old_size : size);
    if (old_size > 0)
        give_block(old, old_units);
    return block;
}

/* --- redis.call
 * --------------------------------------------------------------------- */

static void push_text(lua_State *lua, struct sim_text text)
{
    lua_pushlstring(lua, text.bytes, text.length);
}

/* {err = text}, or {ok = text}. */
static void push_field(lua_State *lua, const char *field, struct sim_text text)
{
    lua_createtable(lua, 0, 1);
    push_text(lua, text);
    lua_setfield(lua, -2, field);
}

static void push_result(lua_State *lua, const struct sim_result *result)
{
    switch (result->kind) {
    case SIM_RESULT_NIL:
        lua_pushboolean(lua, false);
        break;
    case SIM_RESULT_INTEGER:
        lua_pushnumber(lua, (double)result->integer);
        break;
    case SIM_RESULT_STATUS:
        push_field(lua, "ok", result->text);
        break;
    case SIM_RESULT_ERROR:
        push_field(lua, "err", result->text);
        break;
    case SIM_RESULT_TEXT:
        push_text(lua, result->text);
        break;
    case SIM_RESULT_ROW:
        lua_createtable(lua, result->count, 0);
        for (int i = 0; i < result->count; i++) {
            push_text(lua, result->row[i]);
            lua_rawseti(lua, -2, i + 1);
        }
        break;
    }
}

/* Converts an argument as Redis does. */
static struct sim_text word_of(lua_State *lua, int index, char *number)
{
    struct sim_text word;

    if (lua_type(lua, index) == LUA_TNUMBER)
        return sim_number_text(number, lua_tonumber(lua, index));
    if (lua_type(lua, index) != LUA_TSTRING)
        return (struct sim_text){NULL, 0};
    word.bytes = lua_tolstring(lua, index, &word.length);
    return word;
}

/* Runs the command in the arguments and returns its reply. */
static void run_command(lua_State *lua)
{
    static const char no_word[] =
        "ERR Lua redis lib command arguments must be strings or integers";
    static char numbers[WORDS_MAX][SIM_NUMBER_MAX];
    struct sim_text words[WORDS_MAX];
    struct sim_result *result = &engine.result;
    int count = lua_gettop(lua);

    if (count > WORDS_MAX)
        abort();
    result->kind = SIM_RESULT_ERROR;
    result->text = (struct sim_text){no_word, sizeof(no_word) - 1};
    for (int i = 0; i < count; i++) {
        words[i] = word_of(lua, i + 1, numbers[i]);
        if (words[i].bytes == NULL)
            break;
        if (i + 1 == count)
            sim_command(engine.server, (size_t)count, words, result);
    }
    push_result(lua, result);
}

static int redis_pcall(lua_State *lua)
{
    run_command(lua);
    return 1;
}

static int redis_call(lua_State *lua)
{
    run_command(lua);
    return engine.result.kind == SIM_RESULT_ERROR ? lua_error(lua) : 1;
}

static int redis_error_reply(lua_State *lua)
{
    struct sim_text text;

    text.bytes = luaL_checklstring(lua, 1, &text.length);
    push_field(lua, "err", text);
    return 1;
}

static int redis_sha1hex(lua_State *lua)
{
    unsigned char hash[SHA_DIGEST_LENGTH];
    char hex[2 * SHA_DIGEST_LENGTH + 1];
    size_t length;
    const char *text = luaL_checklstring(lua, 1, &length);

    SHA1((const unsigned char *)text, length, hash);
    for (int i = 0; i < SHA_DIGEST_LENGTH; i++)
        snprintf(hex + (size_t)2 * (size_t)i, 3, "%02x", hash[i]);
    lua_pushstring(lua, hex);
    return 1;
}

/*
 * The lowest bits of a number, as Redis's bit library computes them: numbers
 * not exact in 52 bits are rounded in the same way.
 */
static uint32_t bits_of(lua_State *lua, int index)
{
    double moved = luaL_checknumber(lua, index) + 6755399441055744.0;
    uint64_t bits;

    memcpy(&bits, &moved, sizeof(bits));
    return (uint32_t)bits;
}

static int bit_band(lua_State *lua)
{
    uint32_t bits = bits_of(lua, 1);

    for (int i = 2; i <= lua_gettop(lua); i++)
        bits &= bits_of(lua, i);
    lua_pushnumber(lua, (int32_t)bits);
    return 1;
}

/* --- numbers and strings -------------------------------------------------- */

/* The two functions below replace functions of the library, which are their
 * upvalues. They return the same for the usual arguments, in a tenth of the
 * time, and call the library for all other arguments. */

static int call_library(lua_State *lua)
{
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, 1);
    return 1;
}

/* A double represents all integers of that many digits. */
#define DIGITS_MAX 15

static int to_number(lua_State *lua)
{
    size_t length = 0;
    const char *text = lua_gettop(lua) == 1 && lua_type(lua, 1) == LUA_TSTRING
                           ? lua_tolstring(lua, 1, &length)
                           : "";
    int64_t number = 0;

    if (length == 0 || length > DIGITS_MAX)
        return call_library(lua);
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return call_library(lua);
        number = 10 * number + (text[i] - '0');
    }
    lua_pushnumber(lua, (double)number);
    return 1;
}

/* Converts an argument. Returns no bytes if the library must do it. *span is
 * the length of the conversion without its %. */
static struct sim_text formatted(lua_State *lua, int index,
                                 const char *conversion, size_t *span,
                                 char *number)
{
    double value = lua_type(lua, index) == LUA_TNUMBER
                       ? lua_tonumber(lua, index)
                       : 0; /* left to the library: it may be -0 */
    struct sim_text text = {NULL, 0};

    *span = conversion[0] == '.' ? 3 : 1;
    if (conversion[0] == 's' && lua_type(lua, index) == LUA_TSTRING) {
        text.bytes = lua_tolstring(lua, index, &text.length);
        if (strlen(text.bytes) != text.length)
            text.bytes = NULL;
    } else if (value != 0 && sim_number_is_whole(value) &&
               (conversion[0] == 'd' || strncmp(conversion, ".0f", 3) == 0)) {
        text = sim_integer_text(number, (int64_t)value);
    }
    return text;
}

#define FORMATTED_MAX 512

static int string_format(lua_State *lua)
{
    const char *at =
        lua_type(lua, 1) == LUA_TSTRING ? lua_tostring(lua, 1) : "";
    char made[FORMATTED_MAX];
    char number[SIM_NUMBER_MAX];
    size_t length = 0;
    int index = 1;

    if (at[0] == '\0')
        return call_library(lua);
    while (*at != '\0') {
        struct sim_text text = {at, 1};
        size_t span = 0;
        if (*at++ == '%')
            text = formatted(lua, ++index, at, &span, number);
        if (text.bytes == NULL || text.length > FORMATTED_MAX - length)
            return call_library(lua);
        memcpy(made + length, text.bytes, text.length);
        length += text.length;
        at += span;
    }
    lua_pushlstring(lua, made, length);
    return 1;
}

/* --- the functions that a script may use ---------------------------------- */

static int no_such_global(lua_State *lua)
{
    return luaL_error(lua,
                      "Script attempted to access nonexistent global "
                      "variable '%s'",
                      lua_tostring(lua, 2));
}

static void put_function(lua_State *lua, int table, const char *name,
                         lua_CFunction function)
{
    lua_pushcfunction(lua, function);
    lua_setfield(lua, table, name);
}

/* Pushes the table of a library in environment. */
static void push_library(lua_State *lua, int environment, const char *name)
{
    lua_getfield(lua, environment, name);
    if (!lua_isnil(lua, -1))
        return;
    lua_pop(lua, 1);
    lua_newtable(lua);
    lua_pushvalue(lua, -1);
    lua_setfield(lua, environment, name);
}

static void put_standard(lua_State *lua, int environment,
                         const struct function *function)
{
    bool in_library = function->library[0] != '\0';

    if (in_library) {
        push_library(lua, environment, function->library);
        lua_getglobal(lua, function->library);
        lua_getfield(lua, -1, function->name);
        lua_setfield(lua, -3, function->name);
        lua_pop(lua, 2);
        return;
    }
    lua_getglobal(lua, function->name);
    lua_setfield(lua, environment, function->name);
}

/* Replaces a function of the table on top, which becomes the upvalue of the new
 * one. */
static void replace(lua_State *lua, const char *name, lua_CFunction function)
{
    lua_getfield(lua, -1, name);
    lua_pushcclosure(lua, function, 1);
    lua_setfield(lua, -2, name);
}

/* Restricts the methods of strings to the functions that scripts may use. */
static void limit_methods(lua_State *lua, int environment)
{
    lua_pushliteral(lua, "");
    (void)lua_getmetatable(lua, -1);
    lua_getfield(lua, environment, "string");
    lua_setfield(lua, -2, "__index");
    lua_pop(lua, 2);
}

static void make_environment(lua_State *lua)
{
    int environment;

    lua_newtable(lua);
    environment = lua_gettop(lua);
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        put_standard(lua, environment, &functions[i]);
    replace(lua, "tonumber", to_number);
    push_library(lua, environment, "string");
    replace(lua, "format", string_format);
    lua_pop(lua, 1);
    limit_methods(lua, environment);
    push_library(lua, environment, "redis");
    put_function(lua, environment + 1, "call", redis_call);
    put_function(lua, environment + 1, "pcall", redis_pcall);
    put_function(lua, environment + 1, "error_reply", redis_error_reply);
    put_function(lua, environment + 1, "sha1hex", redis_sha1hex);
    lua_pop(lua, 1);
    push_library(lua, environment, "bit");
    put_function(lua, environment + 1, "band", bit_band);
    lua_pop(lua, 1);
    lua_newtable(lua);
    put_function(lua, environment + 1, "__index", no_such_global);
    put_function(lua, environment + 1, "__newindex", no_such_global);
    lua_setmetatable(lua, environment);
    engine.environment = luaL_ref(lua, LUA_REGISTRYINDEX);
}

static void stop(void)
{
    lua_close(engine.lua);
    while (engine.slabs != NULL) {
        struct block *slab = engine.slabs;
        engine.slabs = slab->next;
        free(slab);
    }
    engine = (struct engine){0};
}

static lua_State *interpreter(void)
{
    if (engine.lua != NULL)
        return engine.lua;
    engine.lua = lua_newstate(allocate, NULL);
    if (engine.lua == NULL || atexit(stop) != 0)
        abort();
    (void)lua_gc(engine.lua, LUA_GCSETPAUSE, 150);
    luaL_openlibs(engine.lua);
    make_environment(engine.lua);
    return engine.lua;
}

/* --- one call
 * ----------------------------------------------------------------------- */

/* Sets KEYS or ARGV. */
static void set_words(lua_State *lua, const char *name, size_t count,
                      const struct sim_text *words)
{
    lua_pushstring(lua, name);
    lua_createtable(lua, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_text(lua, words[i]);
        lua_rawseti(lua, -2, (int)i + 1);
    }
    lua_rawset(lua, -3);
}

/* Cut to fit. */
static void keep_text(struct rlk_reply *reply, const char *text, size_t length)
{
    reply->text_length =
        length < sizeof(reply->text) - 1 ? length : sizeof(reply->text) - 1;
    memcpy(reply->text, text, reply->text_length);
    reply->text[reply->text_length] = '\0';
}

static void keep(lua_State *lua, int index, struct rlk_reply *reply)
{
    size_t length;
    const char *text = lua_tolstring(lua, index, &length);

    keep_text(reply, text == NULL ? "" : text, text == NULL ? 0 : length);
}

/* Reads a field of the table on top; false: it is no text. */
static bool read_field(lua_State *lua, const char *field,
                       enum rlk_reply_kind kind, struct rlk_reply *reply)
{
    bool is_text;

    lua_getfield(lua, -1, field);
    is_text = lua_isstring(lua, -1);
    if (is_text) {
        rlk_reply_begin(reply, kind);
        keep(lua, -1, reply);
    }
    lua_pop(lua, 1);
    return is_text;
}

/* Integers and one text; any other array is not used by the library. */
static void read_row(lua_State *lua, struct rlk_reply *reply)
{
    bool is_row = lua_objlen(lua, -1) == RLK_REPLY_ROW_INTEGERS + 1;

    rlk_reply_begin(reply, is_row ? RLK_REPLY_ROW : RLK_REPLY_OTHER);
    for (int i = 0; is_row && i <= RLK_REPLY_ROW_INTEGERS; i++) {
        lua_rawgeti(lua, -1, i + 1);
        if (i == RLK_REPLY_ROW_INTEGERS)
            keep(lua, -1, reply);
        else
            reply->row[i] = (int64_t)lua_tonumber(lua, -1);
        lua_pop(lua, 1);
    }
}

/* Converts the value on top of the stack to Redis's reply. */
static void read_value(lua_State *lua, struct rlk_reply *reply)
{
    switch (lua_type(lua, -1)) {
    case LUA_TNUMBER:
        rlk_reply_begin(reply, RLK_REPLY_INTEGER);
        reply->integer = (int64_t)lua_tonumber(lua, -1);
        break;
    case LUA_TSTRING:
        rlk_reply_begin(reply, RLK_REPLY_STRING);
        keep(lua, -1, reply);
        break;
    case LUA_TTABLE:
        if (!read_field(lua, "err", RLK_REPLY_ERROR, reply) &&
            !read_field(lua, "ok", RLK_REPLY_STATUS, reply))
            read_row(lua, reply);
        break;
    default:
        rlk_reply_begin(reply, lua_toboolean(lua, -1) ? RLK_REPLY_INTEGER
                                                      : RLK_REPLY_NIL);
        reply->integer = lua_toboolean(lua, -1);
        break;
    }
}

/* An error of the script itself, not of a command. */
static void read_failure(lua_State *lua, struct rlk_reply *reply)
{
    char text[256];

    if (lua_istable(lua, -1)) {
        read_value(lua, reply);
        return;
    }
    snprintf(text, sizeof(text), "ERR %s", lua_tostring(lua, -1));
    rlk_reply_begin(reply, RLK_REPLY_ERROR);
    keep_text(reply, text, strlen(text));
}

/* Calls the compiled script on top of the stack, and removes it. */
static void call_chunk(struct sim_server *server, size_t keys, size_t count,
                       const struct sim_text *words, struct rlk_reply *reply)
{
    lua_State *lua = interpreter();

    engine.server = server;
    server->wrote = false;
    lua_rawgeti(lua, LUA_REGISTRYINDEX, engine.environment);
    set_words(lua, "KEYS", keys, words);
    set_words(lua, "ARGV", count - keys, words + keys);
    lua_pop(lua, 1);
    if (lua_pcall(lua, 0, 1, 0) == 0)
        read_value(lua, reply);
    else
        read_failure(lua, reply);
    lua_pop(lua, 1);
}

/* Pushes the compiled script. */
static void push_chunk(const char *text, size_t length)
{
    lua_State *lua = interpreter();

    if (luaL_loadbuffer(lua, text, length, "@user_script") != 0) {
        fprintf(stderr, "%s\n", lua_tostring(lua, -1));
        abort();
    }
    lua_rawgeti(lua, LUA_REGISTRYINDEX, engine.environment);
    (void)lua_setfenv(lua, -2);
}

void sim_scripts_run_text(struct sim_server *server, struct sim_text script,
                          size_t keys, size_t count,
                          const struct sim_text *words, struct rlk_reply *reply)
{
    push_chunk(script.bytes, script.length);
    call_chunk(server, keys, count, words, reply);
}

/* The text that runs: the library's, or a mutant's. */
static const char *text_of(const struct script *script)
{
    for (const struct sim_mutant_script *other = sim_mutant_scripts;
         other->name != NULL; other++) {
        if (strcmp(other->name, script->name) == 0)
            return other->text;
    }
    return script->text;
}

static void push_script(size_t number)
{
    lua_State *lua = interpreter();

    if (engine.chunks[number] == 0) {
        const char *text = text_of(&scripts[number]);
        push_chunk(text, strlen(text));
        engine.chunks[number] = luaL_ref(lua, LUA_REGISTRYINDEX);
    }
    lua_rawgeti(lua, LUA_REGISTRYINDEX, engine.chunks[number]);
}

static bool is_text(struct sim_text word, const char *text, size_t length)
{
    return word.length == length && memcmp(word.bytes, text, length) == 0;
}

/* SCRIPTS: it is not a script of the library. */
static size_t script_of(struct sim_text word, bool by_text)
{
    size_t i = 0;

    while (i < SCRIPTS &&
           !(by_text ? is_text(word, scripts[i].text, scripts[i].length)
                     : is_text(word, scripts[i].sha, SHA_LENGTH)))
        i++;
    return i;
}

/* --- which lines have run
 * ----------------------------------------------------------------------- */

#define LINES_MAX 400

/* The lines of a script that can be executed, and those that were. */
static struct {
    bool can[LINES_MAX];
    bool has[LINES_MAX];
} lines[SCRIPTS];
static size_t running; /* the number of the running script */

/*
 * A hook: a call of a function reveals its lines, each executed line is
 * recorded.
 */
static void note_line(lua_State *lua, lua_Debug *where)
{
    if (where->event == LUA_HOOKLINE) {
        lines[running].has[where->currentline] = true;
        return;
    }
    (void)lua_getinfo(lua, "SL", where);
    if (where->what[0] != 'C') {
        lua_pushnil(lua);
        while (lua_next(lua, -2) != 0) {
            lua_pop(lua, 1);
            lines[running].can[lua_tointeger(lua, -1)] = true;
        }
    }
    lua_pop(lua, 1);
}

void sim_scripts_watch(void)
{
    (void)lua_sethook(interpreter(), note_line, LUA_MASKCALL | LUA_MASKLINE, 0);
}

/* Lines of fragments are in several scripts; one execution is enough. */
static bool has_run_anywhere(const char *line, size_t length)
{
    for (size_t script = 0; script < SCRIPTS; script++) {
        const char *at = scripts[script].text;
        for (int number = 1; *at != '\0'; number++) {
            size_t span = strcspn(at, "\n");
            if (span == length && memcmp(at, line, length) == 0 &&
                lines[script].has[number])
                return true;
            at += span + (at[span] == '\n');
        }
    }
    return false;
}

/* Is the line, without its indentation, one of these? */
static bool is_any(const char *const *texts, const char *line, size_t length)
{
    size_t blanks = strspn(line, " ");

    for (; *texts != NULL; texts++) {
        if (is_text((struct sim_text){line + blanks, length - blanks}, *texts,
                    strlen(*texts)))
            return true;
    }
    return false;
}

bool sim_scripts_ran(const char *const *but, FILE *out)
{
    bool all = true;

    for (size_t script = 0; script < SCRIPTS; script++) {
        const char *at = scripts[script].text;
        for (int number = 1; *at != '\0'; number++) {
            size_t length = strcspn(at, "\n");
            if (lines[script].can[number] && !is_any(but, at, length) &&
                !has_run_anywhere(at, length)) {
                fprintf(out, "# never run: %s, line %d: %.*s\n",
                        scripts[script].name, number, (int)length, at);
                all = false;
            }
            at += length + (at[length] == '\n');
        }
    }
    return all;
}

static void fail(struct rlk_reply *reply, const char *text)
{
    rlk_reply_begin(reply, RLK_REPLY_ERROR);
    keep_text(reply, text, strlen(text));
}

static void execute_plain(struct sim_server *server, size_t count,
                          const struct sim_text *words, struct rlk_reply *reply)
{
    struct sim_result *result = &engine.result;
    lua_State *lua = interpreter();

    server->wrote = false;
    sim_command(server, count, words, result);
    push_result(lua, result);
    read_value(lua, reply);
    lua_pop(lua, 1);
}

/* Reads digits, and moves *at behind them. */
static size_t read_length(const char **at)
{
    size_t length = 0;

    for (; **at >= '0' && **at <= '9'; (*at)++)
        length = 10 * length + (size_t)(**at - '0');
    return length;
}

/* Parses a request: *N, then $LENGTH before each word. */
static size_t read_words(const char *bytes, struct sim_text *words)
{
    const char *at = bytes + 1;
    size_t count = read_length(&at);

    if (count < 2 || count > WORDS_MAX)
        abort();
    for (size_t i = 0; i < count; i++) {
        at += sizeof("\r\n$") - 1;
        words[i].length = read_length(&at);
        words[i].bytes = at + 2;
        at += 2 + words[i].length;
    }
    return count;
}

void sim_scripts_execute(struct sim_server *server, uint64_t *known,
                         const char *bytes, struct rlk_reply *reply)
{
    struct sim_text words[WORDS_MAX] = {0};
    size_t count = read_words(bytes, words);
    bool by_text = is_text(words[0], "EVAL", 4);
    size_t number;

    if (!by_text && !is_text(words[0], "EVALSHA", 7)) {
        execute_plain(server, count, words, reply);
        return;
    }
    number = script_of(words[1], by_text);
    if (number == SCRIPTS || count < 3)
        abort();
    if (by_text)
        *known |= UINT64_C(1) << number;
    if ((*known >> number & 1) == 0) {
        fail(reply, "NOSCRIPT No matching script. Please use EVAL.");
        return;
    }
    running = number;
    push_script(number);
    call_chunk(server, strtoul(words[2].bytes, NULL, 10), count - 3, words + 3,
               reply);
}
