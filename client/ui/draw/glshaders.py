"""The shaders. Positions are pixels, y down; colours leave premultiplied; one instance is one quad.

Nothing is antialiased by the framebuffer: every shader knows the distance to its edge in pixels and fades there.
"""

__all__ = ["BLOCK", "FANCY_BLOCK", "GLYPH", "IMAGE", "LINE", "MESH", "SHAPE", "TABLE"]

_HEAD = """#version 330 core
uniform vec2 view;
vec2 corner() { return vec2(gl_VertexID & 1, gl_VertexID >> 1); }
vec4 place(vec2 p) { return vec4(p.x / view.x * 2.0 - 1.0, 1.0 - p.y / view.y * 2.0, 0.0, 1.0); }
"""

_FRAGMENT = """#version 330 core
out vec4 result;
vec4 over(vec4 c, float cover) { return vec4(c.rgb, 1.0) * (c.a * cover); }
"""

_BLOCK_VERTEX = (
    _HEAD
    + """
layout(location = 0) in vec4 box;      // centre, half size
layout(location = 1) in vec4 radii;    // corners from the top left clockwise; hexagon: radius of its corners
layout(location = 2) in vec4 kind;     // border width, softness, 0 box 1 flat-top 2 pointy-top hexagon, dash
layout(location = 3) in vec2 motif;    // number of the pattern, pixels a unit of it
layout(location = 4) in vec4 top;
layout(location = 5) in vec4 bottom;
layout(location = 6) in vec4 border;
layout(location = 7) in vec4 pattern;
out vec2 p; out vec4 paint;
flat out vec4 b, r, k, e, m; flat out vec2 n;
void main() {
    vec2 side = corner() * 2.0 - 1.0;
    p = side * (box.zw + 1.0 + kind.y);
    paint = mix(top, bottom, p.y / (2.0 * box.w) + 0.5);
    b = box; r = radii; k = kind; e = border; m = pattern; n = motif;
    gl_Position = place(box.xy + p);
}
"""
)

_BLOCK_FRAGMENT = """
in vec2 p; in vec4 paint;
flat in vec4 b, r, k, e, m; flat in vec2 n;
float rounded(vec2 q) {
    vec2 pair = q.x > 0.0 ? r.yz : r.xw;
    float radius = q.y > 0.0 ? pair.y : pair.x;
    vec2 d = abs(q) - b.zw + radius;
    return min(max(d.x, d.y), 0.0) + length(max(d, 0.0)) - radius;
}
"""

_FANCY = """
float hexagon(vec2 q, float inner) {
    q = abs(q);
    q -= 2.0 * min(dot(vec2(-0.8660254, 0.5), q), 0.0) * vec2(-0.8660254, 0.5);
    float half_side = 0.57735027 * inner;
    q -= vec2(clamp(q.x, -half_side, half_side), inner);
    return length(q) * sign(q.y);
}
float distance_to_edge() {
    if (k.z < 0.5) return rounded(p);
    vec2 q = k.z < 1.5 ? p : p.yx;
    return hexagon(q, (k.z < 1.5 ? b.w : b.z) - r.x) - r.x;
}
float strokes(float d) {
    // Along the edge: an angle times the radius on a disc, places on the sides of a hexagon.
    float along, total, half_width = k.x * 0.5;
    float angle = atan(p.y, p.x);
    if (k.z < 0.5) {
        along = angle * (b.z - half_width); total = 6.2831853 * (b.z - half_width);
    } else {
        float inner = (k.z < 1.5 ? b.w : b.z) - half_width, side = inner * 1.1547005;
        float turned = angle + (k.z < 1.5 ? 0.0 : 0.52359878);
        float sector = floor(turned / 1.0471976);
        float within = turned - sector * 1.0471976 - 0.52359878;
        along = sector * side + inner * tan(within) + side * 0.5; total = 6.0 * side;
    }
    float period = total / max(1.0, floor(total / (2.0 * k.w) + 0.5));
    float reach = max(period * 0.25 - half_width, 0.0);
    float from_stroke = abs(mod(along, period) - period * 0.5) - reach;
    return length(vec2(max(from_stroke, 0.0), d + half_width)) - half_width;
}
float motif_distance(vec2 q) {
    if (n.x < 1.5) {
        vec2 c = mod(q, 10.0);
        return min(length(c - 2.5), length(c - 7.5)) - 1.7;
    }
    if (n.x < 2.5) return abs(mod((q.x + q.y) * 0.70710678, 7.0) - 3.5) - 1.2;
    if (n.x < 3.5) return abs(length(mod(q, vec2(14.0, 12.0)) - vec2(7.0, 6.0)) - 3.6) - 0.9;
    if (n.x < 4.5) { vec2 g = abs(mod(q, 9.0) - 4.5); return min(g.x, g.y) - 0.9; }
    if (n.x < 5.5) {
        float y = abs(mod(q.x, 13.0) - 6.5) * 0.9333;
        return abs(mod(q.y - y, 10.0) - 5.0) * 0.731 - 1.0;
    }
    return abs(mod(q.y, 7.0) - 3.5) - 1.3;
}
"""

_BLOCK_END = """
void main() {
#ifdef FANCY
    float d = distance_to_edge();
#else
    float d = rounded(p);
#endif
    float cover = k.y > 0.0 ? 1.0 - smoothstep(-k.y, k.y, d) : clamp(0.5 - d, 0.0, 1.0);
    vec4 inside = over(paint, 1.0);
#ifdef FANCY
    if (n.x > 0.5) {
        float mark = clamp(0.5 - motif_distance(p / n.y) * n.y, 0.0, 1.0);
        vec4 motif = over(m, mark);
        inside = motif + inside * (1.0 - motif.a);
    }
    float line = clamp(0.5 + d + k.x, 0.0, 1.0);
    if (k.w > 0.0) line = clamp(0.5 - strokes(d), 0.0, 1.0);
#else
    float line = clamp(0.5 + d + k.x, 0.0, 1.0);
#endif
    if (k.x > 0.0) {
        vec4 edge = over(e, line);
        inside = edge + inside * (1.0 - edge.a);
    }
    result = inside * cover;
}
"""

BLOCK = (_BLOCK_VERTEX, _FRAGMENT + _BLOCK_FRAGMENT + _BLOCK_END)
FANCY_BLOCK = (
    _BLOCK_VERTEX,
    _FRAGMENT.replace("core\n", "core\n#define FANCY\n") + _BLOCK_FRAGMENT + _FANCY + _BLOCK_END,
)
"""The same with hexagons, patterns and dashes, which cost every pixel something even where there are none."""

SHAPE = (
    _HEAD
    + """
layout(location = 0) in vec4 middle;   // centre, pixels a unit as a vector along the shape's x
layout(location = 1) in vec4 bounds;   // of the quad, in units of the shape
layout(location = 2) in vec3 field;    // texture coordinates of the shape's centre, texels a unit
layout(location = 3) in vec4 edge;     // growth, softness, rim, all in pixels; pixels a step of the field
layout(location = 4) in vec4 top;
layout(location = 5) in vec4 bottom;
layout(location = 6) in vec4 rim;
uniform vec2 texels;
out vec2 at; out vec2 above; out vec4 paint;
flat out vec4 k, h;
void main() {
    vec2 unit = mix(bounds.xy, bounds.zw, corner());
    vec2 x = middle.zw, y = vec2(-x.y, x.x);
    float pixels = length(x);
    paint = mix(top, bottom, clamp(unit.y * 0.5 + 0.5, 0.0, 1.0));
    at = (field.xy + unit * field.z) / texels;
    above = (field.xy + (unit - vec2(0.0, edge.z / pixels)) * field.z) / texels;
    k = edge; h = rim;
    gl_Position = place(middle.xy + x * unit.x + y * unit.y);
}
""",
    _FRAGMENT
    + """
uniform sampler2D atlas;
in vec2 at; in vec2 above; in vec4 paint;
flat in vec4 k, h;
void main() {
    // The field holds 0.5 at the edge and more inside.
    float d = (0.5 - texture(atlas, at).r) * k.w - k.x;
    float cover = k.y > 0.0 ? 1.0 - smoothstep(-k.y, k.y, d) : clamp(0.5 - d, 0.0, 1.0);
    float lit = clamp(0.5 + (0.5 - texture(atlas, above).r) * k.w - k.x, 0.0, 1.0) * h.a;
    result = over(mix(paint, vec4(h.rgb, paint.a), k.z > 0.0 ? lit : 0.0), cover);
}
""",
)

LINE = (
    _HEAD
    + """
layout(location = 0) in vec4 ends;
layout(location = 1) in vec3 stroke;   // half width, dash, where along the line the segment begins
layout(location = 2) in vec4 colour;
out vec2 p; out vec4 paint;
flat out vec4 k;
void main() {
    vec2 way = ends.zw - ends.xy;
    float far = length(way);
    vec2 along = far > 0.0 ? way / far : vec2(1.0, 0.0);
    vec2 side = vec2(-along.y, along.x), c = corner();
    float pad = stroke.x + 1.0;
    p = vec2(mix(-pad, far + pad, c.x), mix(-pad, pad, c.y));
    k = vec4(stroke, far); paint = colour;
    gl_Position = place(ends.xy + along * p.x + side * p.y);
}
""",
    _FRAGMENT
    + """
in vec2 p; in vec4 paint;
flat in vec4 k;
void main() {
    float beyond = max(-p.x, p.x - k.w);
    if (k.y > 0.0) {
        float off = mod(p.x + k.z, 2.0 * k.y) - k.y * 0.5;
        off = off > k.y ? off - 2.0 * k.y : off;
        beyond = max(beyond, abs(off) - max(k.y * 0.5 - k.x, 0.0));
    }
    float d = length(vec2(max(beyond, 0.0), p.y)) - k.x;
    result = over(paint, clamp(0.5 - d, 0.0, 1.0));
}
""",
)

# The colour is taken times its alpha before the triangles are filled: llvmpipe (seen with Mesa 22.3), which draws tiles
# of 64 pixels that lie within a triangle in a way of its own, takes the colour times itself if that is left to the
# fragments.
MESH = (
    _HEAD
    + """
layout(location = 0) in vec2 corner_at;
layout(location = 1) in vec4 colour;
out vec4 paint;
void main() { paint = vec4(colour.rgb, 1.0) * colour.a; gl_Position = place(corner_at); }
""",
    "#version 330 core\nin vec4 paint;\nout vec4 result;\nvoid main() { result = paint; }\n",
)

_QUAD_VERTEX = (
    _HEAD
    + """
layout(location = 0) in vec4 where;
layout(location = 1) in vec4 part;
layout(location = 2) in vec4 colour;
out vec2 at; out vec4 paint;
void main() {
    vec2 c = corner();
    at = mix(part.xy, part.zw, c); paint = colour;
    gl_Position = place(mix(where.xy, where.zw, c));
}
"""
)

GLYPH = (
    _QUAD_VERTEX,
    _FRAGMENT
    + "uniform sampler2D atlas;\nin vec2 at; in vec4 paint;\n"
    + "void main() { result = over(paint, texture(atlas, at).a); }\n",
)

IMAGE = (
    _QUAD_VERTEX,
    _FRAGMENT
    + "uniform sampler2D atlas;\nin vec2 at; in vec4 paint;\n"
    + "void main() { result = texture(atlas, at) * paint.a; }\n",
)

TABLE = (
    _HEAD
    + """
layout(location = 0) in vec4 where;
layout(location = 1) in vec4 part;
layout(location = 2) in vec4 edge;
layout(location = 3) in vec4 lamp;
out vec2 at; out vec4 dark, light;
void main() {
    vec2 c = corner();
    at = mix(part.xy, part.zw, c); dark = edge; light = lamp;
    gl_Position = place(mix(where.xy, where.zw, c));
}
""",
    _FRAGMENT
    + """
in vec2 at; in vec4 dark, light;
void main() {
    float far = clamp(length(at), 0.0, 1.0);
    vec3 c = mix(light.rgb, dark.rgb, far);
    // Half a step of noise against banding.
    float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
    result = vec4(c + noise / 255.0, 1.0);
}
""",
)
